/// A reference that keeps nothing alive.
package final class WeakReference<Object: AnyObject & Sendable>: Sendable {
    private struct Content {
        weak var object: Object?
    }

    private let content = Box(Content())

    package init(_ object: Object? = nil) { self.object = object }

    package var object: Object? {
        get { content.withLock { $0.object } }
        set { content.withLock { $0.object = newValue } }
    }

    /// Whether an action releases an object that was there.
    package func isReleased(by action: () throws -> Void) rethrows -> Bool {
        guard object != nil else { return false }
        try action()
        return object == nil
    }

    /// Whether the object goes, now or when the task that was the last to hold it has ended.
    package var isGone: Bool {
        get async {
            let deadline = ContinuousClock.now + .seconds(Deadline.seconds)
            while object != nil, ContinuousClock.now < deadline { await Task.yield() }
            return object == nil
        }
    }
}
