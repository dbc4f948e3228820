import Seam
import TestKit
import Testing

/// A service that was absent at an earlier request is found as soon as it is registered.
struct AbsenceTests {
    /// The kinds of requests for an absent service.
    enum Miss: CaseIterable {
        case optionally
        case repeatedly
        case asOptional
        case trying
        case inAFactory
        case fromAChild

        fileprivate func happen(in container: Container) {
            switch self {
            case .optionally: #expect(container.optional(Int.self) == nil)
            case .repeatedly: for _ in 0..<3 { #expect(container.optional(Int.self) == nil) }
            case .asOptional: #expect(container.resolve(Int?.self) == nil)
            case .trying: #expect(throws: ResolutionError.self) { try container.tryResolve(Int.self) }
            case .inAFactory:
                container.register(String.self, name: "miss") { r in "\(r.optional(Int.self) == nil)" }
                #expect(container.resolve(String.self, name: "miss") == "true")
            case .fromAChild: #expect(Container(parent: container).optional(Int.self) == nil)
            }
        }
    }

    private let container = Container()

    @Test(arguments: Miss.allCases)
    func registrationEndsTheAbsence(miss: Miss) throws {
        miss.happen(in: container)
        container.register { 1 }
        #expect(container.optional(Int.self) == 1)
        #expect(container.resolve(Int?.self) == 1)
        #expect(container.resolve(Int??.self) == 1)
        #expect(try container.tryResolve(Int.self) == 1)
        #expect(Container(parent: container).optional(Int.self) == 1)
    }

    @Test(arguments: Miss.allCases)
    func absenceReturnsWhenTheRegistrationIsRemoved(miss: Miss) {
        for number in 0..<20 {
            miss.happen(in: container)
            container.register { number }
            #expect(container.optional(Int.self) == number)
            container.unregister(Int.self)
        }
        miss.happen(in: container)
    }

    @Test(arguments: Miss.allCases)
    func absenceReturnsAfterRemoveAll(miss: Miss) {
        miss.happen(in: container)
        container.register { 1 }
        container.removeAll()
        miss.happen(in: container)
        container.register { 2 }
        #expect(container.optional(Int.self) == 2)
    }

    @Test(arguments: Miss.allCases)
    func registrationIfAbsentEndsTheAbsence(miss: Miss) {
        miss.happen(in: container)
        container.register(when: .ifAbsent) { 1 }
        container.register(when: .ifAbsent) { 2 }
        #expect(container.optional(Int.self) == 1)
    }

    @Test(arguments: Miss.allCases)
    func aliasEndsTheAbsence(miss: Miss) {
        miss.happen(in: container)
        container.register { "text" }.implements(Int.self) { $0.count }
        #expect(container.optional(Int.self) == 4)
    }

    @Test(arguments: Miss.allCases)
    func valueEndsTheAbsence(miss: Miss) {
        miss.happen(in: container)
        container.register(value: 1)
        #expect(container.optional(Int.self) == 1)
        container.reset()
        #expect(container.optional(Int.self) == 1)
    }

    @Test(arguments: Miss.allCases)
    func absenceIsNotCopied(miss: Miss) {
        miss.happen(in: container)
        let copy = Container(copying: container)
        container.register { 1 }
        copy.register { 2 }
        #expect(container.optional(Int.self) == 1)
        #expect(copy.optional(Int.self) == 2)
        #expect(Container(copying: container).optional(Int.self) == 1)
    }

    @Test(arguments: Miss.allCases)
    func overrideEndsTheAbsenceInsideAlone(miss: Miss) {
        miss.happen(in: container)
        withContainer(container) {
            withOverrides {
                miss.happen(in: $0)
                $0.register { 1 }
            } operation: {
                #expect(Container.current.optional(Int.self) == 1)
            }
            #expect(Container.current.optional(Int.self) == nil)
        }
    }

    @Test func absenceOfATypeDoesNotConcernItsNamesAndArguments() {
        Miss.repeatedly.happen(in: container)
        container.register(name: "eu") { 1 }
        container.register { (_: Resolver, text: String) in text.count }
        #expect(container.optional(Int.self, name: "eu") == 1)
        #expect(container.optional(Int.self, arguments: "four") == 4)
        #expect(container.optional(Int.self) == nil)
    }

    @Test func absenceOfANameOrArgumentsDoesNotConcernTheType() {
        for _ in 0..<3 {
            #expect(container.optional(Int.self, name: "eu") == nil)
            #expect(container.optional(Int.self, arguments: "four") == nil)
        }
        container.register { 1 }
        #expect(container.optional(Int.self) == 1)
        container.register(name: "eu") { 2 }
        #expect(container.optional(Int.self, name: "eu") == 2)
        container.register { (_: Resolver, text: String) in text.count }
        #expect(container.optional(Int.self, arguments: "four") == 4)
    }

    @Test func closedContainerFailsThoughTheServiceIsAbsent() async throws {
        Miss.repeatedly.happen(in: container)
        try await container.shutdown()
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Int?.self) }
        #expect(error.code == .containerClosed)
    }

    @Test func optionalRequestToAClosedContainerStopsTheProgram() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = Container()
                for _ in 0..<3 { _ = container.optional(Int.self) }
                try await container.shutdown()
                _ = container.optional(Int.self)
            }
        )
        let text = result.standardErrorText
        #expect(text.contains("'Int' was asked for after its container was shut down."))
    }
}
