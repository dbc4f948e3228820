/// What a kept instance was given, at its making and later through lazy values: the edges that a shutdown follows.
///
/// Holds neither the instance nor what it was given, so that a lazy value inside the instance may hold it.
final class Dependent: Sendable {
    /// The construction, while it is under way.
    private let making: Lock<WeakConstruction>
    private let given = Lock<Set<Int>>([])
    /// Whether a container holds the instance, for longer than a request.
    let isKept: Bool

    private struct WeakConstruction {
        weak var construction: Construction?
    }

    init(isKept: Bool) {
        making = Lock(WeakConstruction())
        self.isKept = isKept
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
