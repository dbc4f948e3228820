internal import Seam

extension Resolver {
    /// The arguments of a request: one value, or a dictionary of several.
    ///
    /// ```swift
    /// Resolver.register { _, args in Editor(title: args("title"), isDraft: args("isDraft")) }
    /// let editor: Editor = Resolver.resolve(args: ["title": "News", "isDraft": true])
    /// ```
    public struct Args {
        private enum Content {
            case single(Any?)
            case keyed([String: Any?])
        }

        private let content: Content

        /// Creates arguments from one value, a dictionary of several, or other arguments.
        public init(_ args: Any?) {
            content =
                switch args {
                case let args as Args: args.content
                case let args as [String: Any?]: .keyed(args)
                default: .single(args)
                }
        }

        /// The only argument.
        ///
        /// - Precondition: There is one, of this type. If not, the program stops with a text that says what was passed,
        ///   or a dry run of the container has a finding.
        public func callAsFunction<T>(fileID: StaticString = #fileID, line: UInt = #line) -> T {
            get(fileID: fileID, line: line)
        }

        /// The argument with a key.
        ///
        /// - Precondition: There is one, of this type. If not, the program stops with a text that says what was passed,
        ///   or a dry run of the container has a finding.
        public func callAsFunction<T>(_ key: String, fileID: StaticString = #fileID, line: UInt = #line) -> T {
            get(key, fileID: fileID, line: line)
        }

        /// The only argument.
        ///
        /// - Precondition: There is one, of this type. If not, the program stops with a text that says what was passed,
        ///   or a dry run of the container has a finding.
        public func get<T>(fileID: StaticString = #fileID, line: UInt = #line) -> T {
            guard let value = only as? T else { stopProgram(without: nil, T.self, (fileID, line)) }
            return value
        }

        /// The argument with a key.
        ///
        /// - Precondition: There is one, of this type. If not, the program stops with a text that says what was passed,
        ///   or a dry run of the container has a finding.
        public func get<T>(_ key: String, fileID: StaticString = #fileID, line: UInt = #line) -> T {
            guard let value = self[key] as? T else { stopProgram(without: key, T.self, (fileID, line)) }
            return value
        }

        /// The only argument; `nil` if there is none, or several, or if it has another type.
        public func optional<T>() -> T? { only as? T }

        /// The argument with a key; `nil` if there is none, or if it has another type.
        public func optional<T>(_ key: String) -> T? { self[key] as? T }
    }
}

extension Resolver.Args {
    private var only: Any? {
        switch content {
        case .single(let value): value
        case .keyed(let values): values.count == 1 ? values.first?.value : nil
        }
    }

    private subscript(key: String) -> Any? {
        guard case .keyed(let values) = content, let value = values[key] else { return nil }
        return value
    }

    /// Stops the program, since an argument was not passed; in a dry run, only the thread stops.
    private func stopProgram<T>(without key: String?, _ type: T.Type, _ place: (fileID: StaticString, line: UInt))
        -> Never
    {
        let (value, optional) = key.map { ("[\"\($0)\": …]", "\"\($0)\"") } ?? ("…", "")
        let remedy =
            "pass it with the request, as in `Resolver.resolve(args: \(value))`, or read it with "
            + "`args.optional(\(optional))`."
        MissingArgument(of: type, key: key, given: given, remedy: remedy)
            .stopProgram(fileID: place.fileID, line: place.line)
    }

    private var given: String {
        switch content {
        case .single(nil): return "no arguments"
        case .single(let value?): return "one argument of type '\(type(of: value))'"
        case .keyed(let values):
            let list = values.sorted { $0.key < $1.key }
                .map { key, value in "\"\(key)\" " + (value.map { "of type '\(type(of: $0))'" } ?? "of nil") }
            return list.isEmpty ? "an empty dictionary" : list.joined(separator: ", ")
        }
    }
}
