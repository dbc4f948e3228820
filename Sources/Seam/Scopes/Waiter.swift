/// Who waits for a construction: a resolution, and the construction that it does so for.
struct Waiter: Sendable {
    let session: any ConstructionOwner
    /// `nil` where the resolution waits for its own sake, and not to make a kept instance.
    let construction: Construction?

    /// Whether `other` cannot go on before this one does; asked under the lock of ``WaitGraph``.
    func holdsUp(_ other: Construction) -> Bool {
        switch other.phase {
        case .running: construction?.isPart(of: other) ?? false
        case .built: other.session === session
        case .finished: false
        }
    }
}
