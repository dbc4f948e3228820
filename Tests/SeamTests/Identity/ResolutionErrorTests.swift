import TestKit

@testable import Seam
import Testing

struct ResolutionErrorTests {
    private static let codes: [(ResolutionError.Code, String)] = [
        (.notRegistered, "notRegistered"), (.argumentMismatch, "argumentMismatch"),
        (.circularDependency, "circularDependency"), (.factoryFailed, "factoryFailed"),
        (.requiresAsync, "requiresAsync"), (.requiresMainActor, "requiresMainActor"),
        (.scopeRequiresReference, "scopeRequiresReference"), (.incompatibleAlias, "incompatibleAlias"),
        (.containerClosed, "containerClosed"), (.tooDeep, "tooDeep"),
    ]

    @Test(arguments: codes) func codesHaveTheirNames(_ code: ResolutionError.Code, _ name: String) {
        #expect("\(code)" == name)
    }

    @Test func codesAreDistinct() {
        #expect(Set(Self.codes.map(\.0)).count == Self.codes.count)
    }

    @Test func textNamesTheFailureThePathThePlaceAndTheRemedy() throws {
        let error = try #require(throws: ResolutionError.self) {
            try Container().tryResolve(Fixtures.Engine.self, fileID: "Shop/Cart.swift", line: 12)
        }
        let text = """
            No registration for 'Engine'.
              Path: Engine   (asked for at Shop/Cart.swift:12)
              To fix it, register it before it is asked for: `container.register(Fixtures.Engine.self) { … }`.
            """
        #expect(error.description == text)
    }

    @Test func textShowsTheWholePath() throws {
        let container = Container()
        container.register { resolver in
            try resolver.tryResolve(Fixtures.Live.self) as any Fixtures.Service
        }
        container.register { resolver in
            _ = try resolver.tryResolve(Fixtures.Engine.self, name: "v8", fileID: "Shop/Cart.swift", line: 12)
            return Fixtures.Live()
        }
        let error = try #require(throws: ResolutionError.self) {
            try container.tryResolve((any Fixtures.Service).self)
        }
        #expect(
            error.description == """
                No registration for 'Engine' named "v8".
                  Path: Service → Live → Engine "v8"   (asked for at Shop/Cart.swift:12)
                  To fix it, register it before it is asked for: \
                `container.register(Fixtures.Engine.self, name: "v8") { … }`.
                """
        )
    }

    @Test func textShortensALongPathInTheMiddle() throws {
        let container = Container()
        container.register(String.self) { (resolver: Resolver, level: Int) in
            guard level > 0 else { return try resolver.tryResolve(Fixtures.Engine.self).label }
            return try resolver.tryResolve(String.self, arguments: level - 1)
        }
        let error = try #require(throws: ResolutionError.self) {
            try container.tryResolve(String.self, arguments: 40)
        }
        #expect(error.path.count == 42)
        let lines = error.description.split(separator: "\n")
        #expect(lines[1].contains("… 22 more …"))
        #expect(lines[1].contains("String(Int) → Engine"))
    }

    @Test func errorThatIsPassedOnOftenKeepsNoFormerOne() async {
        // One error in another would be released, and read, by calls as deep as the chain.
        await #expect(processExitsWith: .success) {
            let failure = try #require(throws: ResolutionError.self) { try Container().tryResolve(Int.self) }
            var error = failure
            for _ in 0..<100_000 { error = ResolutionError(error, path: failure.path) }
            try #require(error.description == failure.description)
        }
    }

    @Test func errorIsPrintedWithItsText() throws {
        let error = try #require(throws: ResolutionError.self) { try Container().tryResolve(Int.self) }
        #expect("\(error)" == error.description)
        #expect(String(describing: error as any Error) == error.description)
    }
}
