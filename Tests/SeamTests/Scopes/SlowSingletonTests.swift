import Seam
import TestKit
import Testing

/// No request waits for the build of another key.
struct SlowSingletonTests {
    private final class Slow: Sendable {}
    private final class Fast: Sendable {}
    private struct Answer: Sendable, Equatable { let value: Int }

    /// A container whose `Slow` is being built by another thread until the gate is opened.
    private struct Situation: Sendable {
        let container = Container()
        let gate = Gate()

        init() {
            let isBuilding = Gate()
            let (container, gate) = (container, gate)
            container.register {
                isBuilding.open()
                gate.wait()
                return Slow()
            }
            .scope(.singleton)
            WorkerThread { _ = container.resolve(Slow.self) }
            isBuilding.wait()
        }
    }

    @Test(arguments: [Scope].all)
    func slowSingletonDelaysNoOtherService(scope: Scope) async {
        let slow = Situation()
        defer { slow.gate.open() }
        slow.container.register { Fast() }.scope(scope)
        let fast = await Deadline.result { slow.container.resolve(Fast.self) }
        #expect(fast != nil)
    }

    @Test func slowSingletonDelaysNoRegistering() async {
        let slow = Situation()
        defer { slow.gate.open() }
        #expect(await Deadline.result { Exercise.run(slow.container) } == true)
    }

    @Test func slowSingletonDelaysNoReset() async {
        let slow = Situation()
        defer { slow.gate.open() }
        #expect(await Deadline.result { slow.container.reset() } != nil)
    }

    @Test func slowSingletonDelaysNoReplacementOfItself() async {
        let slow = Situation()
        defer { slow.gate.open() }
        let replacement = Slow()
        slow.container.register(value: replacement)
        let found = await Deadline.result { slow.container.resolve(Slow.self) }
        #expect(found === replacement)
    }

    @Test func slowInstanceOfOneArgumentDelaysNoOtherArgument() async {
        let container = Container()
        let gate = Gate()
        let isBuilding = Gate()
        container.register { (_: Resolver, number: Int) in
            if number == 1 {
                isBuilding.open()
                gate.wait()
            }
            return Answer(value: number)
        }
        .scope(.singleton)
        WorkerThread { _ = container.resolve(Answer.self, arguments: 1) }
        isBuilding.wait()
        let other = await Deadline.result { container.resolve(Answer.self, arguments: 2) }
        gate.open()
        #expect(other == Answer(value: 2))
    }
}
