import Seam
import SeamTesting
import TestKit
import Testing

/// Traits of suites, of suites inside and of their tests add up, the outer first.
@Suite(
    .container {
        $0.register { Greeting("suite") }
        $0.register(name: "suite") { Greeting("only suite") }.scope(.singleton)
    }
)
struct SuiteTraitTests {
    private static func greeting(_ name: ServiceName? = nil) -> String? {
        Container.current.optional(Greeting.self, name: name)?.text
    }

    @Test func testHasTheRegistrationsOfItsSuite() {
        #expect(Self.greeting() == "suite")
    }

    @Test(.container { $0.register { Greeting("test") } }) func traitOfATestWins() {
        #expect(Self.greeting() == "test")
        #expect(Self.greeting("suite") == "only suite")
    }

    @Test(.container { $0.register(name: "test") { Greeting("only test") } }) func traitsOfSuiteAndTestAddUp() {
        #expect(Self.greeting() == "suite")
        #expect(Self.greeting("suite") == "only suite")
        #expect(Self.greeting("test") == "only test")
    }

    @Test(arguments: 0..<10) func singletonOfASuiteIsOnePerTest(number: Int) {
        let greeting = Container.current.resolve(Greeting.self, name: "suite")
        #expect(greeting === Container.current.resolve(Greeting.self, name: "suite"))
        #expect(greeting.uses.increment() == 1)
    }

    /// A suite inside, without a trait.
    struct Plain {
        @Test func innerSuiteInheritsTheRegistrationsOfTheOuter() {
            #expect(SuiteTraitTests.greeting() == "suite")
        }

        @Test(.container { $0.register { Greeting("inner test") } }) func traitOfATestWins() {
            #expect(SuiteTraitTests.greeting() == "inner test")
        }
    }

    /// A suite inside, with a trait of its own.
    @Suite(.container { $0.register { Greeting("inner") } })
    struct Overriding {
        @Test func traitOfTheInnerSuiteWins() {
            #expect(SuiteTraitTests.greeting() == "inner")
        }

        @Test func testHasTheRegistrationsOfTheOuterSuite() {
            #expect(SuiteTraitTests.greeting("suite") == "only suite")
        }

        @Test(.container { $0.register(name: "test") { Greeting("third") } }) func threeTraitsAddUp() {
            #expect(SuiteTraitTests.greeting() == "inner")
            #expect(SuiteTraitTests.greeting("suite") == "only suite")
            #expect(SuiteTraitTests.greeting("test") == "third")
        }
    }

    /// A dependent that the suite does not override.
    @Suite(.container { $0.register { resolver in Card(greeting: resolver.resolve()) }.scope(.singleton) })
    struct Dependent {
        @Test(.container { $0.register { Greeting("reached") } }) func overrideReachesTheDependent() {
            #expect(Container.current.resolve(Card.self).greeting.text == "reached")
        }
    }

    private final class Card: Sendable {
        let greeting: Greeting
        init(greeting: Greeting) { self.greeting = greeting }
    }
}
