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
}
