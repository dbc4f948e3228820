/// An argument that a factory reads while it runs, and that its request does not have.
///
/// The arguments of Seam are typed: a request with others finds no registration. The factories of Resolver read theirs
/// from a list of any values, and cannot throw.
package struct MissingArgument: Error, CustomStringConvertible {
    private let type: any Any.Type
    let key: String?
    private let given: String
    private let remedy: String

    /// Describes a missing argument.
    ///
    /// - Parameters:
    ///   - type: The type that the factory asks for.
    ///   - key: The key that it asks for, if the arguments have keys.
    ///   - given: The arguments of the request, as part of a sentence.
    ///   - remedy: The remedy of a request, which follows "To fix it,".
    package init(of type: any Any.Type, key: String?, given: String, remedy: String) {
        self.type = type
        self.key = key
        self.given = given
        self.remedy = remedy
    }

    package var description: String { sentence(on: "The factory") }

    private func sentence(on subject: String) -> String {
        let needed = key.map { "the argument \"\($0)\"" } ?? "an argument"
        return "\(subject) needs \(needed) of type '\(typeText(type))', and was given \(given)."
    }

    /// Stops the program with the service, its path and the places.
    ///
    /// In a dry run, the thread is left here instead.
    ///
    /// - Parameters:
    ///   - fileID: The file in which the factory reads the argument.
    ///   - line: The line at which it does.
    package func stopProgram(fileID: StaticString, line: UInt) -> Never {
        let stack = Stack()
        let (path, place) = (stack.path, PlaceOfRegistration(stack))
        let error = ResolutionError(
            .factoryFailed,
            path: path,
            underlying: self,
            site: StaticCallSite(fileID: fileID, line: line),
            text: ErrorText(
                summary: summary(for: path.last),
                notes: place.notes,
                remedy: remedy,
                place: "read"
            )
        )
        error.announceStop()
        error.trap(text: error.description)
    }

    func summary(for service: ServiceKey?) -> String { sentence(on: Failure.quoted(service)) }
}
