internal import Synchronization

/// What the frames of a thread mean to services: who is building what, where, and for whom.
///
/// A frame holds addresses; here, and nowhere else, they are given their types. Whoever enters a frame keeps the
/// container and the dependent alive until it is left; the frame itself does so for its registration.
extension UnsafeMutablePointer<ThreadRecord> {
    /// Enters a frame for a factory, which builds for the same kept instance as the frame below.
    @inlinable @inline(__always)
    func enter(_ registration: Borrowed<AnyRegistration>, in container: Container, arguments: UnsafeRawPointer?) {
        enter(
            subject: registration.word,
            context: Borrowed(container).address,
            arguments: arguments,
            attachment: pointee.top.pointee.attachment
        )
    }

    /// Enters a frame for a factory that builds for `dependent`.
    func enter(
        _ registration: AnyRegistration,
        in container: Container,
        arguments: UnsafeRawPointer?,
        for dependent: Dependent?
    ) {
        enter(
            subject: Borrowed(registration).word,
            context: Borrowed(container).address,
            arguments: arguments,
            attachment: dependent.map { Borrowed($0).address }
        )
    }

    /// Enters a frame that builds nothing: it makes a container the current one, or hides it, and says for which kept
    /// instance requests are made, if for another one than before.
    func enter(_ container: Container?, for dependent: Dependent? = nil) {
        enter(
            context: container.map { Borrowed($0).address },
            attachment: dependent.map { Borrowed($0).address }
        )
    }

    /// The container that is building.
    @inlinable var container: Container? {
        pointee.top.pointee.context.map { Borrowed<Container>(at: $0).object }
    }

    /// The kept instance that requests are made for.
    var dependent: Dependent? {
        pointee.top.pointee.attachment.map { Borrowed<Dependent>(at: $0).object }
    }

    /// Whether requests are made for a kept instance.
    @inlinable var hasDependent: Bool { pointee.top.pointee.attachment != nil }
}

extension ActivationFrame {
    /// The registration whose factory is running, if the frame has one.
    var registration: AnyRegistration? {
        Borrowed<AnyRegistration>(subject.load(ordering: .relaxed))?.object
    }

    /// Whether the frame builds with `registration` in `container`.
    func isFor(_ registration: AnyRegistration, in container: Container) -> Bool {
        subject.load(ordering: .relaxed) == Borrowed(registration).word && context == Borrowed(container).address
    }
}
