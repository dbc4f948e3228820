import Seam

/// A storage that keeps its instance strongly.
package final class StrongStorage: InstanceStorage {
    private struct Content: @unchecked Sendable {
        // Unchecked because the tests store objects that are Sendable themselves.
        let instance: Any
    }

    private let content = Box<Content?>()

    package init() {}

    package var instance: Any? {
        get { content.value?.instance }
        set { content.value = newValue.map { Content(instance: $0) } }
    }
}

/// Makes storages and lists them.
package final class StrongStorageMaker: Sendable {
    private let storages = Journal<StrongStorage>()

    package init() {}

    package var made: [StrongStorage] { storages.entries }

    package func make() -> StrongStorage {
        let storage = StrongStorage()
        storages.note(storage)
        return storage
    }
}
