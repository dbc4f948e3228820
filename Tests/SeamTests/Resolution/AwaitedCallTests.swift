import Testing

@testable import Seam

/// The async factories under way are counted, so that the cycle check need not look at the path.
struct AwaitedCallTests {
    private struct Whole: Sendable { let isCounted: [Bool] }
    private struct Part: Sendable {}
    private struct Failure: Error {}

    @Test func factoryIsCountedUntilItIsOver() async throws {
        let container = Container()
        container.registerAsync {
            await Task.yield()
            return Part()
        }
        container.registerAsync { (_: Resolver, isCancelled: Bool) -> Part in
            if isCancelled { try await Task.sleep(for: .seconds(600)) }
            throw Failure()
        }
        let entries = container.ownEntries(of: Part.self)
        container.registerAsync { resolver in
            let resolution = try #require(Stack().currentResolution)
            func isCounted() -> Bool {
                let hashes = [0] + [true, false].compactMap { ArgumentPack($0).hash }
                return entries.contains { entry in hashes.contains { resolution.mayAwait(entry, argumentHash: $0) } }
            }
            async let first = resolver.resolveAsync(Part.self)
            async let second = resolver.resolveAsync(Part.self)
            _ = try await (first, second)
            let afterSiblings = isCounted()
            _ = try? await resolver.resolveAsync(Part.self, arguments: false)
            let afterFailure = isCounted()
            let task = Task { try await resolver.resolveAsync(Part.self, arguments: true) }
            task.cancel()
            _ = await task.result
            return Whole(isCounted: [afterSiblings, afterFailure, isCounted()])
        }
        #expect(try await container.resolveAsync(Whole.self).isCounted == [false, false, false])
    }

    @Test func factoryUnderWayIsCounted() async throws {
        let container = Container()
        container.registerAsync { (_: Resolver, _: Int) -> Bool in
            let (stack, entry) = (Stack(), try #require(container.ownEntries(of: Bool.self).first))
            let hash = try #require(ArgumentPack(7).hash)
            return try #require(stack.currentResolution).mayAwait(entry, argumentHash: hash)
        }
        #expect(try await container.resolveAsync(Bool.self, arguments: 7))
    }
}
