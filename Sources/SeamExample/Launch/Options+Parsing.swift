extension Options {
    /// Reads the arguments that follow the program's name.
    ///
    /// If an option is repeated, the last one counts. The arguments after `--help` are ignored.
    init(parsing arguments: [String]) throws(OptionsError) {
        self.init()
        var input: Input?
        var remaining = arguments[...]
        while let argument = remaining.popFirst() {
            switch argument {
            case "--help", "-h":
                showsHelp = true
                return
            case "--mock":
                mocksWelcome = true
            case "--trace":
                traces = true
            case "--validate":
                inspection = .validation
            case "--graph":
                inspection = try Self.value(of: argument, from: &remaining, Inspection.init(graph:))
            case "--explain":
                inspection = .explanation(typeName: try Self.value(of: argument, from: &remaining) { $0 })
            case "--store":
                storage = try Self.value(of: argument, from: &remaining, Storage.init)
            case "--channel":
                channel = try Self.value(of: argument, from: &remaining, Channel.init)
            case _ where argument.hasPrefix("-") && argument != "-":
                throw .unknownOption(argument)
            case _ where input != nil || argument.isEmpty:
                throw .unexpectedArgument(argument)
            default:
                input = Input(argument)
            }
        }
        self.input = input ?? .sample
    }

    /// Takes the next argument as the value of `option`.
    private static func value<Choice>(
        of option: String,
        from remaining: inout ArraySlice<String>,
        _ choice: (String) -> Choice?
    ) throws(OptionsError) -> Choice {
        guard let text = remaining.popFirst() else { throw .missingValue(option: option) }
        guard let value = choice(text) else { throw .wrongValue(option: option, value: text) }
        return value
    }
}

/// The reason why the arguments were not understood.
enum OptionsError: Error, Equatable {
    case unknownOption(String)
    case unexpectedArgument(String)
    case missingValue(option: String)
    case wrongValue(option: String, value: String)
}

extension OptionsError: CustomStringConvertible {
    var description: String {
        switch self {
        case .unknownOption(let option): "There is no option '\(option)'."
        case .unexpectedArgument(let argument): "The argument '\(argument)' is one too many."
        case .missingValue(let option): "The option '\(option)' needs a value."
        case .wrongValue(let option, let value): "The option '\(option)' has no value '\(value)'."
        }
    }
}
