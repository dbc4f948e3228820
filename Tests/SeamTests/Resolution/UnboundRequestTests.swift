import Seam
import TestKit
import Testing

/// Requests that reach the main container, since no other one is bound where they are made.
struct UnboundRequestTests {
    /// A type that no other test registers in the main container.
    private struct Parcel {}
    private struct Crate {}

    private static let expectedText = """
        No registration for 'Parcel'.
          Path: Parcel   (asked for at Shop/Cart.swift:12)
          The main container was asked. If another one was meant: a container that `withContainer` or \
        `withOverrides` binds reaches neither `Task.detached` nor other threads.
          To fix it, register it before it is asked for: `container.register(UnboundRequestTests.Parcel.self) { … }`.
        """

    @Test func requestThatNoOverrideReachesIsExplained() async throws {
        let found = try await withContainer(Container()) {
            try await Task.detached { try errorText(Parcel.self, in: Container.current) }.value
        }
        #expect(found == Self.expectedText)
    }

    @Test func requestOfAThreadThatNoOverrideReachesIsExplained() {
        let found = withContainer(Container()) {
            JoinedThread.value { try? errorText(Parcel.self, in: Container.current) }
        }
        #expect(found == Self.expectedText)
    }

    @Test func requestWithWrongArgumentsIsInTheRightContainer() async {
        await #expect(processExitsWith: .success) {
            Container.main.register { Crate() }
            let found = withContainer(Container()) {
                JoinedThread.value {
                    #expect(throws: ResolutionError.self) { try Container.current.tryResolve(Crate.self, arguments: 1) }
                }
            }
            #expect(found??.description.contains("was asked for with (Int)") == true)
            #expect(found??.description.contains("The main container was asked") == false)
        }
    }

    @Test func overridesAreNotMentionedInAProgramThatHasNone() async {
        await #expect(processExitsWith: .success) {
            Container.main.registerAsync { 1 }
            _ = Container.main.dependencyGraph()
            _ = try await Container.main.resolveAsync(Int.self)
            let error = try #require(throws: ResolutionError.self) { try Container.main.tryResolve(Double.self) }
            precondition(!error.description.contains("withOverrides"))
        }
    }
}
