import Seam
import TestKit
import Testing

/// The registrations of the first use.
///
/// Every test has a process of its own, in which no container was used yet.
struct AutoRegisteringTests {
    @Test func registrationsAreMadeByTheFirstRequest() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            #expect(FirstUse.runs.count == 0)
            #expect(Container.main.resolve(FirstUse.Greeting.self).text == "automatic")
            #expect(FirstUse.runs.count == 1)
        }
    }

    @Test func registrationsAreMadeWithTheMainContainerAsTheCurrentOne() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let other = Container()
            FirstUse.onRegistration { container in
                #expect(Container.current === container)
                #expect(Seam.resolve(FirstUse.Greeting.self).text == "automatic")
            }
            withContainer(other) { _ = Container.main.resolve(FirstUse.Card.self) }
            #expect(FirstUse.runs.count == 1)
        }
    }

    @Test func registrationsAreMadeOnce() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            for _ in 0..<10 { _ = Container.main.resolve(FirstUse.Greeting.self) }
            #expect(FirstUse.runs.count == 1)
        }
    }

    @Test func defaultScopeIsThatOfTheRegistrations() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            FirstUse.onRegistration { $0.defaultScope = .cached }
            #expect(Container.main.defaultScope == .cached)
            #expect(FirstUse.runs.count == 1)
        }
    }

    @Test func defaultScopeThatTheProgramSetsFirstStays() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            FirstUse.onRegistration { $0.defaultScope = .cached }
            Container.main.defaultScope = .shared
            #expect(FirstUse.runs.count == 1)
            #expect(Container.main.defaultScope == .shared)
        }
    }

    @Test func registrationsAreFoundByTheFreeFunctionAndWrappers() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            struct Owner {
                @Inject var greeting: FirstUse.Greeting
            }
            #expect(Owner().greeting.text == "automatic")
            #expect(Seam.resolve(FirstUse.Greeting.self).text == "automatic")
        }
    }

    @Test func registrationsAreFoundThroughAChild() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            #expect(Container(parent: .main).resolve(FirstUse.Greeting.self).text == "automatic")
        }
    }

    @Test func registrationsAreFoundInACopy() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            #expect(Container(copying: .main).resolve(FirstUse.Greeting.self).text == "automatic")
        }
    }

    @Test func registrationsAreFoundInsideAnOverride() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            withOverrides { _ in
            } operation: {
                #expect(Container.current.resolve(FirstUse.Greeting.self).text == "automatic")
            }
        }
    }

    @Test func registrationsAreFoundByAnAsyncRequest() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let greeting = try await Container.main.resolveAsync(FirstUse.Greeting.self)
            #expect(greeting.text == "automatic")
            #expect(FirstUse.runs.count == 1)
        }
    }

    @Test func useOfAnotherContainerIsNoUseOfMain() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let container = Container()
            container.register { 1 }
            _ = container.resolve(Int.self)
            #expect(FirstUse.runs.count == 0)
        }
    }

    @Test func listingTheRegistrationsOfAChildIsNoUseOfMain() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let child = Container(parent: .main)
            child.register { 1 }.implements(Any.self)
            child.unregister(Int.self)
            #expect(child.registrations.map(\.key.description) == ["Any"])
            #expect(FirstUse.runs.count == 0)
        }
    }

    @Test func registeringCountsAsUse() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            Container.main.register { 1 }
            #expect(FirstUse.runs.count == 1)
        }
    }

    @Test func registeringAValueCountsAsUse() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            Container.main.register(value: FirstUse.Greeting("value"))
            #expect(FirstUse.runs.count == 1)
            #expect(Container.main.resolve(FirstUse.Greeting.self).text == "value")
        }
    }

    @Test func contributingCountsAsUse() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            Container.main.contribute { 1 }
            #expect(FirstUse.runs.count == 1)
        }
    }

    @Test func installingAModuleCountsAsUse() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            struct Empty: Module { func register(in container: Container) {} }
            Container.main.install(Empty())
            #expect(FirstUse.runs.count == 1)
        }
    }

    @Test func askingWhetherSomethingIsRegisteredCountsAsUse() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            #expect(Container.main.isRegistered(FirstUse.Greeting.self))
        }
    }

    @Test func explicitRegistrationMadeBeforeAnyRequestWins() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            Container.main.register { FirstUse.Greeting("explicit") }
            #expect(Container.main.resolve(FirstUse.Greeting.self).text == "explicit")
            #expect(Container.main.resolve(FirstUse.Card.self).greeting.text == "explicit")
        }
    }

    @Test func registrationMayResolve() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let found = Journal<String>()
            FirstUse.onRegistration { container in
                found.note(container.resolve(FirstUse.Greeting.self).text)
                found.note(Container.main.resolve(FirstUse.Card.self).greeting.text)
                found.note(Seam.resolve(FirstUse.Greeting.self).text)
                withOverrides { _ in
                } operation: {
                    found.note(Seam.resolve(FirstUse.Greeting.self).text)
                }
            }
            _ = Container.main.resolve(FirstUse.Card.self)
            #expect(found.entries == ["automatic", "automatic", "automatic", "automatic"])
            #expect(FirstUse.runs.count == 1)
        }
    }

    @Test func removeAllMakesTheNextUseAFirstUse() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            Container.main.register { FirstUse.Greeting("explicit") }
            Container.main.removeAll()
            #expect(FirstUse.runs.count == 1)
            #expect(Container.main.resolve(FirstUse.Greeting.self).text == "automatic")
            #expect(FirstUse.runs.count == 2)
        }
    }

    @Test func removeAllOfAnotherContainerChangesNothing() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let copy = Container(copying: .main)
            copy.removeAll()
            #expect(copy.optional(FirstUse.Greeting.self) == nil)
            #expect(FirstUse.runs.count == 1)
        }
    }
}
