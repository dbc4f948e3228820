import TestKit
import Testing

@testable import Seam

/// The resolution of an outermost request that awaits its factory is made when something needs it.
struct AwaitedResolutionTests {
    private struct Service: Sendable {}

    @Test func allRequestsOfTheFactoryShareOne() async throws {
        let (container, contents) = (Container(), Box<[TaskFrame.Content]>([]))
        container.registerAsync {
            let content = try #require(Stack().task)
            #expect(content.resolution === Stack().currentResolution)
            #expect(!content.resolution.isClosed)
            contents.value = [content]
            return Service()
        }
        _ = try await container.resolveAsync(Service.self)
        #expect(try #require(contents.value.first).resolution.isClosed)
    }

    /// A task that the factory has left behind may have found the frame just before its end.
    @Test(arguments: [false, true])
    func oneThatIsMadeAfterTheEndHasEndedLikeTheRequest(isFailure: Bool) async throws {
        let (container, contents) = (Container(), Box<[TaskFrame.Content]>([]))
        container.registerAsync {
            contents.value = [try #require(Stack().task)]
            if isFailure { throw CancellationError() }
            return Service()
        }
        _ = try? await container.resolveAsync(Service.self)
        let content = try #require(contents.value.first)
        #expect(content.resolution.isClosed)
        #expect(content.resolution.isFailed == isFailure)
        #expect(content.resolution === content.resolution)
    }
}
