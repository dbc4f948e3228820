import Seam
import TestKit
import Testing

/// Scopes that keep instances keep a nil as well; only the `shared` scope, which holds objects weakly, cannot.
struct KeptNilTests {
    private let container = Container()
    private let built = Counter()

    @Test(arguments: [Scope].keeping) func nilIsBuiltOnce(scope: Scope) {
        container.register { [built] () -> Int? in
            built.increment()
            return nil
        }
        .scope(scope)
        #expect(container.resolve(Int?.self) == nil)
        #expect(container.resolve(Int?.self) == nil)
        #expect(built.count == 1)
        container.reset()
        #expect(container.resolve(Int?.self) == nil)
        #expect(built.count == 2)
    }

    @Test(arguments: [Scope].keeping) func nilOfAnAsyncFactoryIsBuiltOnce(scope: Scope) async throws {
        container.registerAsync { [built] () async -> Int? in
            built.increment()
            return nil
        }
        .scope(scope)
        #expect(try await container.resolveAsync(Int?.self) == nil)
        #expect(try await container.resolveAsync(Int?.self) == nil)
        // A nil that is ready is found as any instance is.
        #expect(try container.tryResolve(Int?.self) == nil)
        #expect(built.count == 1)
    }
}
