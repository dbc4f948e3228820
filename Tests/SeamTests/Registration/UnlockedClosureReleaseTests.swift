import Seam
import TestKit
import Testing

/// Captures of closures, and arguments, are released under no lock as well.
struct UnlockedClosureReleaseTests {
    private final class Engine: Sendable {}

    /// An argument that uses its container when it is released.
    private final class Ticket: Hashable, Sendable {
        let number: Int
        let leaver: Exercise.AtDeinit

        init(_ number: Int, _ leaver: Exercise.AtDeinit) {
            self.number = number
            self.leaver = leaver
        }

        static func == (left: Ticket, right: Ticket) -> Bool { left.number == right.number }

        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    @Test func factoryIsReleasedUnderNoLock() async {
        let container = Container()
        let left = Counter()
        registerEngine(in: container, factoryHolding: Exercise.AtDeinit(container, left: left))
        let leftAfter = await Deadline.result {
            container.register { Engine() }
            return left.count
        }
        #expect(leftAfter == 1)
    }

    @Test func decoratorOfARegistrationIsReleasedUnderNoLock() async {
        let container = Container()
        let left = Counter()
        decorateRegistration(in: container, decoratorHolding: Exercise.AtDeinit(container, left: left))
        let leftAfter = await Deadline.result {
            container.unregister(Engine.self)
            return left.count
        }
        #expect(leftAfter == 1)
    }

    @Test func decoratorOfAContainerIsReleasedUnderNoLock() async {
        let container = Container()
        let left = Counter()
        decorateEngine(in: container, decoratorHolding: Exercise.AtDeinit(container, left: left))
        let leftAfter = await Deadline.result {
            container.removeAll()
            return left.count
        }
        #expect(leftAfter == 1)
    }

    @Test func scopeIsReleasedUnderNoLock() async {
        let container = Container()
        let left = Counter()
        let registration = container.register { Engine() }
        giveScope(to: registration, holding: Exercise.AtDeinit(container, left: left))
        let leftAfter = await Deadline.result {
            registration.scope(.unique)
            return left.count
        }
        #expect(leftAfter == 1)
    }

    @Test(arguments: [Scope].keeping)
    func argumentsOfDroppedInstancesAreReleasedUnderNoLock(scope: Scope) async {
        let container = Container()
        let left = Counter()
        container.register { (_: Resolver, _: Ticket) in Engine() }.scope(scope)
        let leftAfter = await Deadline.result {
            for number in 0..<200 {
                let ticket = Ticket(number, Exercise.AtDeinit(container, left: left))
                _ = container.resolve(Engine.self, arguments: ticket)
                container.reset()
            }
            return left.count
        }
        #expect(leftAfter == 200)
    }

    // Functions of their own, so that no local outlives the call.

    private func registerEngine(in container: Container, factoryHolding leaver: Exercise.AtDeinit) {
        container.register {
            withExtendedLifetime(leaver) { Engine() }
        }
    }

    private func decorateRegistration(in container: Container, decoratorHolding leaver: Exercise.AtDeinit) {
        container.register { Engine() }.decorate { engine, _ in withExtendedLifetime(leaver) { engine } }
    }

    private func decorateEngine(in container: Container, decoratorHolding leaver: Exercise.AtDeinit) {
        container.decorate(Engine.self) { engine, _ in withExtendedLifetime(leaver) { engine } }
    }

    private func giveScope(to registration: Registration<Engine>, holding leaver: Exercise.AtDeinit) {
        registration.scope(Scope("held") { withExtendedLifetime(leaver) { ForgetfulStorage() } })
    }

    private final class ForgetfulStorage: InstanceStorage {
        var instance: Any? {
            get { nil }
            set {}
        }
    }
}
