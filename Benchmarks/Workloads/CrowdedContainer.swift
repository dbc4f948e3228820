import Seam

/// A container with eight singletons among other registrations.
///
/// There are eight, because the place of a single one in a hash table depends on chance.
struct CrowdedContainer {
    static let singletons = 8

    private let container: Container

    /// - Parameter registrations: The number of registrations, with the singletons.
    init(registrations: Int) {
        container = .filled(with: registrations - Self.singletons) { container in
            register(Resident<D0>.self, in: container)
            register(Resident<D1>.self, in: container)
            register(Resident<D2>.self, in: container)
            register(Resident<D3>.self, in: container)
            register(Resident<D4>.self, in: container)
            register(Resident<D5>.self, in: container)
            register(Resident<D6>.self, in: container)
            register(Resident<D7>.self, in: container)
        }
    }

    /// Asks for each of the eight singletons, the given number of times.
    func resolveSingletons(_ count: Int) {
        for _ in 0..<count {
            consume(resolve(Resident<D0>.self, from: container))
            consume(resolve(Resident<D1>.self, from: container))
            consume(resolve(Resident<D2>.self, from: container))
            consume(resolve(Resident<D3>.self, from: container))
            consume(resolve(Resident<D4>.self, from: container))
            consume(resolve(Resident<D5>.self, from: container))
            consume(resolve(Resident<D6>.self, from: container))
            consume(resolve(Resident<D7>.self, from: container))
        }
    }
}

/// A singleton that a digit distinguishes from its neighbours.
private final class Resident<Number: Digit>: Sendable {}

private func register<Number: Digit>(_: Resident<Number>.Type, in container: Container) {
    container.register(Resident<Number>.self) { Resident() }.scope(.singleton)
}

@inline(never)
private func resolve<Number: Digit>(_: Resident<Number>.Type, from container: Container) -> Resident<Number> {
    container.resolve()
}
