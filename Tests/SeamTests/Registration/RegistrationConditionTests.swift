import Foundation
import Seam
import TestKit
import Testing

struct RegistrationConditionTests {
    @Test func conditionAlwaysRegisters() {
        let container = Container()
        container.register(when: .always) { 1 }
        #expect(container.isRegistered(Int.self))
    }

    @Test(arguments: [true, false])
    func constantConditionDecides(_ condition: Bool) {
        let container = Container()
        container.register(when: .when(condition)) { 1 }
        #expect(container.isRegistered(Int.self) == condition)
    }

    @Test func falseConditionChangesNothing() {
        let container = Container()
        container.register { Fixtures.Live("first") }.scope(.singleton)
        let kept: Fixtures.Live = container.resolve()
        container.register(when: .when(false)) { Fixtures.Live("second") }.scope(.unique)
            .implements((any Fixtures.Service).self).decorate { _, _ in Fixtures.Live("decorated") }
            .onCreate { _, _ in throw Fixtures.Breakdown() }
        #expect(container.resolve(Fixtures.Live.self) === kept)
        #expect(!container.isRegistered((any Fixtures.Service).self))
    }

    @Test func conditionIsDecidedWhenRegistering() {
        let container = Container()
        container.register(when: .ifAbsent) { 1 }
        container.register(name: "late") { 2 }
        container.register(when: .ifAbsent) { 3 }
        #expect(container.resolve(Int.self) == 1)
    }

    @Test func ifAbsentKeepsTheEarlierRegistration() {
        let container = Container()
        container.register { 1 }
        container.register(when: .ifAbsent) { 2 }
        #expect(container.resolve(Int.self) == 1)
    }

    @Test func ifAbsentConcernsTheWholeKey() {
        let container = Container()
        container.register { 1 }
        container.register(name: "eu", when: .ifAbsent) { 2 }
        container.register(Int.self, when: .ifAbsent) { (_: Resolver, value: String) in value.count }
        #expect(container.resolve(Int.self, name: "eu") == 2)
        #expect(container.resolve(Int.self, arguments: "abc") == 3)
    }

    @Test func ifAbsentRegistersAgainAfterUnregistering() {
        let container = Container()
        container.register { 1 }
        container.unregister(Int.self)
        container.register(when: .ifAbsent) { 2 }
        #expect(container.resolve(Int.self) == 2)
    }

    @Test func testingHoldsInTests() {
        let container = Container()
        container.register(when: .testing) { 1 }
        #expect(container.isRegistered(Int.self))
    }

    @Test func debugHoldsInDebugBuilds() {
        let container = Container()
        container.register(when: .debug) { 1 }
        #if DEBUG
        #expect(container.isRegistered(Int.self))
        #else
        #expect(!container.isRegistered(Int.self))
        #endif
    }

    @Test func previewAndSimulatorDoNotHoldInTests() {
        let container = Container()
        container.register(when: .preview) { 1 }
        container.register(name: "simulator", when: .simulator) { 1 }
        #expect(!container.isRegistered(Int.self))
        #if targetEnvironment(simulator)
        #expect(container.isRegistered(Int.self, name: "simulator"))
        #else
        #expect(!container.isRegistered(Int.self, name: "simulator"))
        #endif
    }

    @Test func argumentConditionReadsTheArgumentsOfTheProcess() throws {
        let container = Container()
        container.register(when: .argument(try #require(CommandLine.arguments.first))) { 1 }
        container.register(name: "other", when: .argument("-no-such-argument-of-seam")) { 1 }
        #expect(container.isRegistered(Int.self))
        #expect(!container.isRegistered(Int.self, name: "other"))
    }

    @Test func environmentConditionReadsTheEnvironmentOfTheProcess() throws {
        let path = try #require(ProcessInfo.processInfo.environment["PATH"])
        let container = Container()
        container.register(name: "set", when: .environment("PATH")) { 1 }
        container.register(name: "equal", when: .environment("PATH", path)) { 1 }
        container.register(name: "different", when: .environment("PATH", path + "x")) { 1 }
        container.register(name: "unset", when: .environment("SEAM_NO_SUCH_VARIABLE")) { 1 }
        #expect(container.isRegistered(Int.self, name: "set"))
        #expect(container.isRegistered(Int.self, name: "equal"))
        #expect(!container.isRegistered(Int.self, name: "different"))
        #expect(!container.isRegistered(Int.self, name: "unset"))
    }

    @Test func conditionHoldsForEveryForm() {
        let container = Container()
        container.register(Int.self, when: .when(false)) { (_: Resolver, value: String) in value.count }
        container.register(when: .when(false), autowiring: Fixtures.Mock.init)
        container.register(when: .when(false), value: 1.5)
        container.registerOnMainActor(when: .when(false)) { Fixtures.Engine() }
        container.registerAsync(when: .when(false)) { Fixtures.Live() }
        #expect(!container.isRegistered(Int.self))
        #expect(!container.isRegistered(Fixtures.Mock.self))
        #expect(!container.isRegistered(Double.self))
        #expect(!container.isRegistered(Fixtures.Engine.self))
        #expect(!container.isRegistered(Fixtures.Live.self))
    }

    @Test func textIsThatOfTheSource() {
        let conditions: [RegistrationCondition] = [
            .always, .ifAbsent, .debug, .testing, .preview, .simulator, .argument("-mock"), .environment("A"),
            .environment("A", "1"), .when(false),
        ]
        #expect(
            conditions.map(\.description) == [
                ".always", ".ifAbsent", ".debug", ".testing", ".preview", ".simulator", ".argument(\"-mock\")",
                ".environment(\"A\")", ".environment(\"A\", \"1\")", ".when(false)",
            ]
        )
    }
}
