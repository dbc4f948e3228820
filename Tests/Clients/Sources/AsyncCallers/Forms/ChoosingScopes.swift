import Seam
import Synchronization

private final class Slot: InstanceStorage {
    private let stored = Mutex<Plain?>(nil)

    var instance: Any? {
        get { stored.withLock { $0 } }
        set { stored.withLock { $0 = newValue as? Plain } }
    }
}

/// An argument without size.
private struct Marker: Hashable {}

/// Every scope, and letting go of what it keeps.
@inline(__always)
func chooseScopes() {
    let container = Container(defaultScope: .cached)
    let scopes: [Scope] = [
        .graph, .cached, .evening, .cached(for: .seconds(60)), .shared, .container, .singleton,
        Scope("slot") { Slot() },
    ]
    for scope in scopes {
        container.register { Plain() }.scope(scope)
        let plain = container.resolve(Plain.self)
        expect((container.resolve(Plain.self) === plain) == (scope != .graph))
        container.reset(scope)
        expect(container.resolve(Plain.self) !== plain)
    }
    container.register { (_: Resolver, _: Marker) in Plain() }
    expect(container.resolve(Plain.self, arguments: Marker()) === container.resolve(Plain.self, arguments: Marker()))
    container.defaultScope = .unique
    container.register { _ in Plain() }
    expect(container.resolve(Plain.self) !== container.resolve(Plain.self))
}
