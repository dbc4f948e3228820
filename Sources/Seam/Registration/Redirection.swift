/// A rule by which one container answers the requests of others, while it builds a declared service that it keeps.
///
/// The closure of a declared service asks the container that its property was read from. If a container above keeps the
/// instance, the instance has to be built with the registrations of that container. A redirection has no effect on what
/// another container builds meanwhile.
final class Redirection: Sendable {
    /// The container that the property was read from; its ancestors below the destination are redirected as well.
    private let first: Container
    /// The container that answers instead of them, since it keeps the instance.
    private let destination: Container
    /// The redirection of the build around this one.
    let outer: Redirection?

    init(from first: Container, to destination: Container, outer: Redirection?) {
        self.first = first
        self.destination = destination
        self.outer = outer
    }

    /// The container that answers the requests of `container`.
    ///
    /// - Parameter builder: The container whose factory makes the request, if a synchronous one does.
    fileprivate func destination(of container: Container, askedBy builder: Borrowed<Container>?) -> Container {
        let redirections = sequence(first: self, next: \.outer)
        return redirections.first { $0.isFor(builder) && $0.redirects(container) }?.destination ?? container
    }

    /// Whether the destination builds; an async factory has no frame to tell.
    private func isFor(_ builder: Borrowed<Container>?) -> Bool { builder?.is(destination) ?? true }

    private func redirects(_ container: Container) -> Bool {
        container !== destination && first.chain(upTo: destination).contains { $0 === container }
    }
}

extension ThreadRecord {
    /// Makes `destination` answer for the containers from `first` up to it, until ``endRedirection()``.
    func redirect(from first: Container, to destination: Container) {
        redirection = Redirection(from: first, to: destination, outer: currentRedirection)
    }

    /// Runs `body` while `destination` answers for the containers from `first` up to it.
    func redirected<Result>(
        from first: Container,
        to destination: Container,
        _ body: () throws -> Result
    ) rethrows -> Result {
        guard first !== destination else { return try body() }
        redirect(from: first, to: destination)
        defer { endRedirection() }
        return try body()
    }

    func endRedirection() { redirection = currentRedirection?.outer }

    /// The cast cannot fail: only ``redirect(from:to:)`` and ``endRedirection()`` set the property, and `vacate` to
    /// `nil`.
    private var currentRedirection: Redirection? {
        redirection.map { unsafe unsafeDowncast($0, to: Redirection.self) }
    }

    /// The container that answers the requests of `container` on this thread.
    func destination(of container: Container) -> Container {
        guard let redirection = currentRedirection else { return container }
        let builder = frames.first { $0.subject != 0 }.flatMap { Borrowed<Container>($0.context) }
        return redirection.destination(of: container, askedBy: builder)
    }
}
