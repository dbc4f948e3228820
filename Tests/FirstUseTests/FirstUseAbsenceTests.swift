import Seam
import Testing

/// Requests for services that the main container does not know, or does not know yet.
///
/// Every test has a process of its own, in which no container was used yet.
struct FirstUseAbsenceTests {
    @Test func requestOfTheMainContainerSaysSo() async {
        await #expect(processExitsWith: .success) {
            func says(_ text: String, _ container: Container) -> Bool {
                let error = #expect(throws: ResolutionError.self) { try container.tryResolve(Int.self) }
                let advice = "To ask another one, write `in:`, or make it the current one with `withContainer`."
                return error?.description.contains("\n  \(text) \(advice)\n") == true
            }
            let asked = "The main container was asked."
            let empty = "The main container was asked, and has no registrations."
            #expect(says(asked, .main))
            Container.main.unregister(FirstUse.Greeting.self)
            Container.main.unregister(FirstUse.Card.self)
            #expect(says(empty, .main))
            #expect(!says(asked, Container()) && !says(empty, Container()))
            // The service under way is a registration, although it is no near miss.
            Container.main.register { (resolver: Resolver) in String(try resolver.tryResolve(Int.self)) }
            let error = #expect(throws: ResolutionError.self) { try Container.main.tryResolve(String.self) }
            #expect(error?.description.contains("has no registrations") == false)
            Container.main.unregister(String.self)
            // A near miss says more.
            Container.main.register(name: "seven") { 7 }
            #expect(!says(asked, .main) && !says(empty, .main))
        }
    }

    @Test func firstRequestFindsItsService() async {
        await #expect(processExitsWith: .success) {
            #expect(Container.main.optional(FirstUse.Greeting.self)?.text == "automatic")
        }
    }

    @Test func firstRequestThroughAChildFindsItsService() async {
        await #expect(processExitsWith: .success) {
            let child = Container(parent: .main)
            #expect(child.optional(FirstUse.Greeting.self)?.text == "automatic")
            #expect(child.optional(Int.self) == nil)
            Container.main.register { 1 }
            #expect(child.optional(Int.self) == 1)
        }
    }

    @Test func missDuringTheRegistrationHidesNoLaterRegistration() async {
        await #expect(processExitsWith: .success) {
            FirstUse.onRegistration { container in
                #expect(container.optional(Int.self) == nil)
                container.register { 1 }
                #expect(container.optional(Int.self) == 1)
            }
            #expect(Container.main.optional(Int.self) == 1)
        }
    }

    @Test func serviceIsFoundAfterRemoveAll() async {
        await #expect(processExitsWith: .success) {
            let child = Container(parent: .main)
            Container.main.unregister(FirstUse.Greeting.self)
            for _ in 0..<2 {
                #expect(Container.main.optional(FirstUse.Greeting.self) == nil)
                #expect(child.optional(FirstUse.Greeting.self) == nil)
            }
            Container.main.removeAll()
            #expect(child.optional(FirstUse.Greeting.self)?.text == "automatic")
            #expect(Container.main.optional(FirstUse.Greeting.self)?.text == "automatic")
        }
    }
}
