import Seam
import Testing

/// What closures and arguments hold is released under no lock as well.
struct UnlockedClosureReleaseTests {
    private final class Engine: Sendable {}

    /// An argument that uses its container when it is released.
    private final class Ticket: Hashable, Sendable {
        let number: Int
        let leaver: Parallel.Leaver

        init(_ number: Int, _ leaver: Parallel.Leaver) {
            self.number = number
            self.leaver = leaver
        }

        static func == (left: Ticket, right: Ticket) -> Bool { left.number == right.number }

        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    @Test func factoryIsReleasedUnderNoLock() async {
        let container = Container()
        let left = Parallel.Tally()
        registerEngine(in: container, factoryHolding: Parallel.Leaver(container, left: left))
        let leftAfter = await Parallel.result {
            container.register { Engine() }
            return left.value
        }
        #expect(leftAfter == 1)
    }

    @Test func decoratorOfARegistrationIsReleasedUnderNoLock() async {
        let container = Container()
        let left = Parallel.Tally()
        decorateRegistration(in: container, decoratorHolding: Parallel.Leaver(container, left: left))
        let leftAfter = await Parallel.result {
            container.unregister(Engine.self)
            return left.value
        }
        #expect(leftAfter == 1)
    }

    @Test func decoratorOfAContainerIsReleasedUnderNoLock() async {
        let container = Container()
        let left = Parallel.Tally()
        decorateEngine(in: container, decoratorHolding: Parallel.Leaver(container, left: left))
        let leftAfter = await Parallel.result {
            container.removeAll()
            return left.value
        }
        #expect(leftAfter == 1)
    }

    @Test func scopeIsReleasedUnderNoLock() async {
        let container = Container()
        let left = Parallel.Tally()
        let registration = container.register { Engine() }
        giveScope(to: registration, holding: Parallel.Leaver(container, left: left))
        let leftAfter = await Parallel.result {
            registration.scope(.unique)
            return left.value
        }
        #expect(leftAfter == 1)
    }

    @Test(arguments: [Scope.cached, .container])
    func argumentsOfDroppedInstancesAreReleasedUnderNoLock(scope: Scope) async {
        let container = Container()
        let left = Parallel.Tally()
        container.register { (_: Resolver, _: Ticket) in Engine() }.scope(scope)
        let leftAfter = await Parallel.result {
            for number in 0..<200 {
                let ticket = Ticket(number, Parallel.Leaver(container, left: left))
                _ = container.resolve(Engine.self, arguments: ticket)
                container.reset()
            }
            return left.value
        }
        #expect((leftAfter ?? 0) > 0)
    }

    // Functions of their own, so that no local outlives the call.

    private func registerEngine(in container: Container, factoryHolding leaver: Parallel.Leaver) {
        container.register {
            withExtendedLifetime(leaver) { Engine() }
        }
    }

    private func decorateRegistration(in container: Container, decoratorHolding leaver: Parallel.Leaver) {
        container.register { Engine() }.decorate { engine, _ in withExtendedLifetime(leaver) { engine } }
    }

    private func decorateEngine(in container: Container, decoratorHolding leaver: Parallel.Leaver) {
        container.decorate(Engine.self) { engine, _ in withExtendedLifetime(leaver) { engine } }
    }

    private func giveScope(to registration: Registration<Engine>, holding leaver: Parallel.Leaver) {
        registration.scope(Scope("held") { withExtendedLifetime(leaver) { Shelf() } })
    }

    private final class Shelf: InstanceStorage {
        var instance: Any? {
            get { nil }
            set {}
        }
    }
}
