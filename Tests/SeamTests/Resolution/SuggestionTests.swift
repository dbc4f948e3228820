import Seam
import TestKit
import Testing

/// The choice among many near misses: at most five, the nearest first.
struct SuggestionTests {
    @Test func nearestNamesAreListedFirst() throws {
        let container = Container()
        for (line, name) in ["asia", "europe", "sandbox", "states", "stage", "stating", "staging-eu"].enumerated() {
            container.register(name: ServiceName(name), fileID: "Shop/M.swift", line: UInt(line)) { Fixtures.Engine() }
        }
        #expect(
            try errorText(Fixtures.Engine.self, name: "staging", in: container) == """
                No registration for 'Engine' named "staging".
                  Path: Engine "staging"   (asked for at Shop/Cart.swift:12)
                  Did you mean "stating"?
                  Registered for this type: "stating" (Shop/M.swift:5), "stage" (Shop/M.swift:4), "staging-eu" \
                (Shop/M.swift:6), "states" (Shop/M.swift:3), "asia" (Shop/M.swift:0), and 2 more.
                  To fix it, ask for the name "stating", or register the name "staging".
                """
        )
    }

    @Test func suggestionsOfAllKindsAreFiveTogether() throws {
        let container = Container()
        for line in 0..<20 as Range<UInt> {
            container.register(name: ServiceName("eu \(line)"), fileID: "Shop/M.swift", line: line) {
                Fixtures.Live()
            }
        }
        container.register(Fixtures.Live?.self, name: "eu", fileID: "Shop/M.swift", line: 30) { nil }
        #expect(
            try errorText(Fixtures.Live.self, name: "eu", in: container) == """
                No registration for 'Live' named "eu".
                  Path: Live "eu"   (asked for at Shop/Cart.swift:12)
                  Registered for this type: "eu 0" (Shop/M.swift:0), "eu 1" (Shop/M.swift:1), "eu 2" \
                (Shop/M.swift:2), "eu 3" (Shop/M.swift:3), and 16 more.
                  Registered for 'Live?' named "eu" instead, at Shop/M.swift:30.
                  To fix it, register the name "eu", or ask for one of the names above.
                """
        )
    }

    @Test func typesThatCanServeAreFiveAtTheMost() throws {
        struct Part<Number>: Fixtures.Animal { let sound = "" }
        let container = Container()
        container.register { Part<Int8>() }
        container.register { Part<Int16>() }
        container.register { Part<Int32>() }
        container.register { Part<Int64>() }
        container.register { Part<Int>() }
        container.register { Part<UInt8>() }
        let text = try errorText((any Fixtures.Animal).self, in: container)
        #expect(text.split(separator: "can serve as this type").count - 1 == 5)
        #expect(text.contains("'Part<Int8>'"))
        #expect(!text.contains("'Part<UInt8>'"))
        #expect(text.hasSuffix("add `.implements((any Fixtures.Animal).self)` to one of those registrations."))
    }

    @Test func nameInAnotherCaseIsRecognised() throws {
        let container = Container()
        container.register(name: "Sandbox") { Fixtures.Engine() }
        #expect(
            try errorText(Fixtures.Engine.self, name: "sandbox", in: container).contains("Did you mean \"Sandbox\"?")
        )
    }

    @Test func argumentTypesAreFiveAtTheMost() throws {
        let container = Container()
        container.register(Int.self) { (_: Resolver, _: Int8) in 1 }
        container.register(Int.self) { (_: Resolver, _: Int16) in 1 }
        container.register(Int.self) { (_: Resolver, _: Int32) in 1 }
        container.register(Int.self) { (_: Resolver, _: Int64) in 1 }
        container.register(Int.self) { (_: Resolver, _: UInt8) in 1 }
        container.register(Int.self) { (_: Resolver, _: UInt16) in 1 }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Int.self, arguments: "a") }
        #expect(
            error.description.hasPrefix(
                "'Int' is registered with arguments (Int8) or (Int16) or (Int32) or (Int64) or (UInt8), and was asked "
                    + "for with (String)."
            )
        )
        #expect(error.description.contains("and 1 more."))
    }

    @Test func registrationThatWasSkippedIsNamed() throws {
        let container = Container()
        container.register(when: .argument("-mock"), fileID: "Shop/M.swift", line: 8) { Fixtures.Engine() }
        #expect(
            try errorText(Fixtures.Engine.self, in: container) == """
                No registration for 'Engine'.
                  Path: Engine   (asked for at Shop/Cart.swift:12)
                  The registration at Shop/M.swift:8 was skipped: its condition `.argument("-mock")` was false.
                  To fix it, let that condition hold, or register it without one: \
                `container.register(Fixtures.Engine.self) { … }`.
                """
        )
        #expect(try !errorText(Fixtures.Engine.self, name: "eu", in: container).contains("skipped"))
    }
}
