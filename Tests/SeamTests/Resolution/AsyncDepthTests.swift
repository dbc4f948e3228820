import Seam
import TestKit
import Testing

/// Long chains of async dependencies.
///
/// Their types are nested as deeply: the functions that register them take much stack.
@Suite(.enabled(if: !Sanitizer.isOfAddresses))
struct AsyncDepthTests {
    @Test(.timeLimit(.minutes(15)), arguments: [Scope].forValues)
    func chainOfFiveHundredServicesIsBuilt(scope: Scope) async throws {
        let container = Container()
        container.registerAsync { Ground() }.scope(scope)
        let resolveTop = register(500, on: Ground.self, scope: scope, in: container)
        #expect(try await resolveTop() == 500)
    }

    /// Registers that many levels and returns the request for the topmost one.
    private func register<Below: Layer>(
        _ count: Int,
        on below: Below.Type,
        scope: Scope,
        in container: Container
    ) -> () async throws -> Int {
        guard count > 0 else { return { try await container.resolveAsync(Below.self).height } }
        container.registerAsync { resolver in
            Level<Below>(height: try await resolver.resolveAsync(Below.self).height + 1)
        }
        .scope(scope)
        return register(count - 1, on: Level<Below>.self, scope: scope, in: container)
    }
}

/// A service in a tower of services, each needing the one below.
private protocol Layer: Sendable {
    /// The number of services below.
    var height: Int { get }
}

/// The service at the bottom.
private struct Ground: Layer {
    let height = 0
}

/// A service on top of another; every height is a type of its own.
private struct Level<Below: Layer>: Layer {
    let height: Int
}
