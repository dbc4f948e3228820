/// The options of the command line.
struct Options: Equatable, Sendable {
    /// Whether a workload over its gate makes the program fail.
    var checksGates = false
    /// Whether fewer samples are taken.
    var isQuick = false
    /// Whether a workload over its gate is not measured again.
    var measuresOnce = false
    /// Whether only growth is watched: of memory over millions of operations, and of times over sizes.
    var watchesGrowthOnly = false
    /// Whether only the costs apart from run time are measured: compile times and program sizes.
    var measuresClient = false
    /// Whether only the forms of requests are compared with one object.
    var comparesFormsOnly = false
    /// Whether the tables are printed as Markdown.
    var printsMarkdown = false
    /// Whether the usage is printed and nothing is measured.
    var showsHelp = false
    /// The part of a name that a workload or series must contain to be measured.
    var filter: String?
    /// The one workload to measure in this process, as an answer to another one; not in the usage.
    var isolatedWorkload: String?
    /// The one side of a launch to measure in this process, as an answer to another one; not in the usage.
    var launchSide: String?
    /// The path at which the report is written as JSON.
    var jsonPath: String?
    /// The path of the charts as SVG.
    var svgPath: String?
    /// The folder whose pages have their tables renewed.
    var pagesPath: String?
}

extension Options {
    /// Reads the arguments that follow the program's name.
    ///
    /// A value follows its option as the next argument or after `=`.
    init(parsing arguments: [String]) throws(OptionsError) {
        var remaining = arguments[...]
        while let argument = remaining.popFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            try apply(parts[0], inlineValue: parts.count == 2 ? parts[1] : nil, following: &remaining)
        }
    }

    private mutating func apply(
        _ option: String,
        inlineValue: String?,
        following: inout ArraySlice<String>
    ) throws(OptionsError) {
        if let flag = Self.flags[option] {
            guard inlineValue == nil else { throw .unexpectedValue(option) }
            self[keyPath: flag] = true
            return
        }
        guard let property = Self.values[option] else { throw .unknown(option) }
        guard let value = inlineValue ?? following.popFirst(), !value.isEmpty, !value.hasPrefix("--") else {
            throw .missingValue(option)
        }
        self[keyPath: property] = value
    }

    private static var flags: [String: WritableKeyPath<Options, Bool>] {
        [
            "--check": \.checksGates,
            "--quick": \.isQuick,
            "--once": \.measuresOnce,
            "--growth": \.watchesGrowthOnly,
            "--forms": \.comparesFormsOnly,
            "--client": \.measuresClient,
            "--markdown": \.printsMarkdown,
            "--help": \.showsHelp,
            "-h": \.showsHelp,
        ]
    }

    private static var values: [String: WritableKeyPath<Options, String?>] {
        [
            "--filter": \.filter,
            "--json": \.jsonPath,
            "--svg": \.svgPath,
            "--pages": \.pagesPath,
            "--isolated": \.isolatedWorkload,
            "--launch": \.launchSide,
        ]
    }
}

extension Options {
    /// Whether nobody has asked for more than the workloads with a gate: neither by a filter nor for a file or page.
    ///
    /// Growth has gates, too, but a run of its own with more repetitions.
    var measuresOnlyGates: Bool {
        checksGates && !printsMarkdown && [filter, jsonPath, svgPath, pagesPath].allSatisfy { $0 == nil }
    }

    /// Whether something of this name is to be measured.
    ///
    /// The case of letters is ignored.
    func selects(_ name: String) -> Bool {
        guard let filter else { return true }
        return name.lowercased().contains(filter.lowercased())
    }
}

/// The reason why a command line was not understood.
enum OptionsError: Error, Equatable, CustomStringConvertible {
    case unknown(String)
    case missingValue(String)
    case unexpectedValue(String)
    case nothingSelected(String)

    var description: String {
        switch self {
        case .unknown(let option): "'\(option)' is not an option."
        case .missingValue(let option): "'\(option)' needs a value."
        case .unexpectedValue(let option): "'\(option)' takes no value."
        case .nothingSelected(let filter): "Nothing that is measured has '\(filter)' in its name."
        }
    }
}
