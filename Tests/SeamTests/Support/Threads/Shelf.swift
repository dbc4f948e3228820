import Seam

/// A storage that keeps its instance strongly.
final class Shelf: InstanceStorage {
    private struct Parcel: @unchecked Sendable {
        // Unchecked because the tests store objects that are Sendable themselves.
        let content: Any
    }

    private let parcel = Guarded<Parcel?>(nil)

    var instance: Any? {
        get { parcel.withLock { $0 }?.content }
        set {
            let new = newValue.map { Parcel(content: $0) }
            let old = parcel.withLock { parcel in
                defer { parcel = new }
                return parcel
            }
            withExtendedLifetime(old) {}
        }
    }
}

/// Makes shelves and remembers them.
final class ShelfMaker: Sendable {
    private let shelves = Guarded<[Shelf]>([])

    var made: [Shelf] { shelves.withLock { $0 } }

    func make() -> Shelf {
        let shelf = Shelf()
        shelves.withLock { $0.append(shelf) }
        return shelf
    }
}
