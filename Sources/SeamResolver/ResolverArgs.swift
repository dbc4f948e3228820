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
        /// - Precondition: There is one, of this type.
        public func callAsFunction<T>() -> T { get() }

        /// The argument with a key.
        ///
        /// - Precondition: There is one, of this type.
        public func callAsFunction<T>(_ key: String) -> T { get(key) }

        /// The only argument; `nil` if there is none, or several, or if it has another type.
        public func optional<T>() -> T? { only as? T }

        /// The argument with a key; `nil` if there is none, or if it has another type.
        public func optional<T>(_ key: String) -> T? { self[key] as? T }

        /// The only argument.
        ///
        /// - Precondition: There is one, of this type.
        public func get<T>() -> T {
            guard let value = only as? T else { fatalError("\nThe factory asks for one \(text(for: T.self))") }
            return value
        }

        /// The argument with a key.
        ///
        /// - Precondition: There is one, of this type.
        public func get<T>(_ key: String) -> T {
            guard let value = self[key] as? T else {
                fatalError("\nThe factory asks for \"\(key)\", an \(text(for: T.self))")
            }
            return value
        }
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

    /// The end of the message about an argument that is not there.
    private func text<T>(for type: T.Type) -> String {
        """
        argument of type '\(type)'.
          Given: \(given).
          To fix it, pass it as `args:` of the request, or ask for it with `args.optional`.
        """
    }

    private var given: String {
        switch content {
        case .single(nil): return "no arguments"
        case .single(let value?): return "one argument of type '\(Swift.type(of: value))'"
        case .keyed(let values):
            let list = values.sorted { $0.key < $1.key }
                .map { key, value in "\"\(key)\" of type '\(value.map { "\(Swift.type(of: $0))" } ?? "nil")'" }
            return list.isEmpty ? "an empty dictionary" : list.joined(separator: ", ")
        }
    }
}
