import Seam
import SeamTesting
import TestKit
import Testing

/// The one-line test of a container.
struct ExpectValidTests {
    @Test func aCleanContainerPasses() {
        let container = Container()
        container.register { "text" }
        expectValid(container)
    }

    @Test func aFaultFailsTheTestWithAllFindings() {
        let container = Container()
        container.register { (r: Resolver) in try r.tryResolve(String.self).count }
        container.register { (r: Resolver) in Double(try r.tryResolve(UInt.self)) }
        withKnownIssue {
            expectValid(container)
        } matching: { issue in
            issue.comments.map(\.rawValue)
                .contains { text in
                    text.contains("2 faults") && text.contains("'String'") && text.contains("'UInt'")
                }
        }
    }

    #if compiler(>=6.3)
    @Test func anUncheckedServiceIsAWarning() {
        withKnownIssue {
            expectValid(Self.slowContainer())
        } matching: {
            Self.isWarningWithoutAdvice($0)
        }
    }

    /// A container with a service that takes longer than a validation waits.
    private static func slowContainer() -> Container {
        let container = Container()
        container.registerAsync { () async throws -> String in
            try await Task.sleep(for: .seconds(60))
            return "text"
        }
        return container
    }

    private static func isWarningWithoutAdvice(_ issue: Issue) -> Bool {
        issue.severity == .warning
            && issue.comments.map(\.rawValue) == [
                "Not checked, since they wait for the main actor, took too long, or may need such a service: String."
            ]
    }
    #endif

    /// The test occupies the main actor, which the service needs within a second: the test has a process of its own.
    @Test func mainActorIsFreeForAnAsyncValidation() async {
        await #expect(processExitsWith: .success) { @MainActor in
            Deadline.endProcess()
            let (container, built) = (Container(), Flag())
            container.registerAsync { @MainActor () async in
                await Task.yield()
                built.raise()
                return "text"
            }
            await expectValid(container)
            #expect(built.isRaised)
        }
    }

    @Test func faultOfAnAsyncValidationFailsTheTest() async {
        let container = Container()
        container.register { (r: Resolver) in try r.tryResolve(String.self).count }
        await withKnownIssue {
            await expectValid(container)
        } matching: { issue in
            issue.comments.map(\.rawValue).contains { $0.contains("1 fault") && $0.contains("'String'") }
        }
    }

    #if compiler(>=6.3)
    @MainActor @Test func warningOfAnAsyncValidationGivesNoAdviceToLeaveTheMainActor() async {
        await withKnownIssue {
            await expectValid(Self.slowContainer())
        } matching: {
            Self.isWarningWithoutAdvice($0)
        }
    }
    #endif

    @Test func samplesOfAnAsyncValidationAreUsed() async {
        let container = Container()
        container.register { (_: Resolver, id: Int) in "\(id)" }
        await expectValid(container) { $0.arguments(for: String.self, 1) }
    }

    @Test(.container { $0.register { (_: Resolver, id: Int) in "\(id)" } })
    func theCurrentContainerIsTheDefault() {
        expectValid { $0.arguments(for: String.self, 1) }
    }
}
