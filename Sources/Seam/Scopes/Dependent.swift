/// A kept instance as one that depends on others: what it was given, at its making and later through lazy values.
///
/// These are the edges that a shutdown follows. Holds neither the instance nor what it was given, so that a lazy value inside the instance may hold it.
final class Dependent: Sendable {
    /// The construction, while it is under way.
    private let making: Lock<WeakConstruction>
    private let given = Lock<Set<Int>>([])
    /// The containers that hold the instance, or one that it is part of, for longer than a request.
    let keepers: Set<ObjectIdentifier>

    private struct WeakConstruction {
        weak var construction: Construction?
    }

    init(keepers: Set<ObjectIdentifier>) {
        making = Lock(WeakConstruction())
        self.keepers = keepers
    }

    var construction: Construction? {
        get { making.withLock { $0.construction } }
        set { making.withLock { $0.construction = newValue } }
    }

    /// Notes that the instance was given another kept one.
    func note(_ serial: Int) {
        _ = given.withLock { $0.insert(serial) }
    }

    /// The serial numbers of what the instance was given.
    var dependencies: Set<Int> { given.withLock { $0 } }
}
