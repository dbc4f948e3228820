import Seam
import Testing

/// Nobody waits for the construction of another key.
struct SlowSingletonTests {
    private final class Slow: Sendable {}
    private final class Fast: Sendable {}
    private struct Answer: Sendable, Equatable { let value: Int }

    /// A container whose `Slow` is being built by another thread until the gate is opened.
    private struct Situation: Sendable {
        let container = Container()
        let gate = Parallel.Gate()

        init() {
            let isBuilding = Parallel.Gate()
            let (container, gate) = (container, gate)
            container.register {
                isBuilding.open()
                gate.wait()
                return Slow()
            }
            .scope(.singleton)
            Parallel.thread { _ = container.resolve(Slow.self) }
            isBuilding.wait()
        }
    }

    @Test(arguments: [Scope.unique, .graph, .cached, .shared, .container, .singleton])
    func slowSingletonDelaysNoOtherService(scope: Scope) async {
        let slow = Situation()
        defer { slow.gate.open() }
        slow.container.register { Fast() }.scope(scope)
        let fast = await Parallel.result { slow.container.resolve(Fast.self) }
        #expect(fast != nil)
    }

    @Test func slowSingletonDelaysNoRegistering() async {
        let slow = Situation()
        defer { slow.gate.open() }
        #expect(await Parallel.result { Parallel.exercise(slow.container) } == true)
    }

    @Test func slowSingletonDelaysNoReset() async {
        let slow = Situation()
        defer { slow.gate.open() }
        #expect(await Parallel.result { slow.container.reset() } != nil)
    }

    @Test func slowSingletonDelaysNoReplacementOfItself() async {
        let slow = Situation()
        defer { slow.gate.open() }
        let replacement = Slow()
        slow.container.register(value: replacement)
        let found = await Parallel.result { slow.container.resolve(Slow.self) }
        #expect(found === replacement)
    }

    @Test func slowInstanceOfOneArgumentDelaysNoOther() async {
        let container = Container()
        let gate = Parallel.Gate()
        let isBuilding = Parallel.Gate()
        container.register { (_: Resolver, number: Int) in
            if number == 1 {
                isBuilding.open()
                gate.wait()
            }
            return Answer(value: number)
        }
        .scope(.singleton)
        Parallel.thread { _ = container.resolve(Answer.self, arguments: 1) }
        isBuilding.wait()
        let other = await Parallel.result { container.resolve(Answer.self, arguments: 2) }
        gate.open()
        #expect(other == Answer(value: 2))
    }
}
