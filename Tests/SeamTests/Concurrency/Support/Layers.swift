import Seam

/// A service in a tower of services, each needing the one below.
protocol Layer: Sendable {
    /// How many are below.
    var height: Int { get }
}

/// The service at the bottom.
struct Ground: Layer {
    let height = 0
}

/// A service on top of another; every height is a type of its own.
struct Level<Below: Layer>: Layer {
    let height: Int
}

/// A tower of services, each registered under a type of its own.
struct Tower: Sendable {
    let container = Container()
    private let resolveTop: @Sendable (Container) -> Int

    init(height: Int, scope: Scope) {
        container.register { Ground() }.scope(scope)
        resolveTop = Self.build(on: Ground.self, remaining: height, scope: scope, in: container)
    }

    /// The height of the topmost service, built with everything below.
    func resolve() -> Int { resolveTop(container) }

    private static func build<Below: Layer>(
        on below: Below.Type,
        remaining: Int,
        scope: Scope,
        in container: Container
    ) -> @Sendable (Container) -> Int {
        guard remaining > 0 else { return { $0.resolve(Below.self).height } }
        container.register { resolver in
            Level<Below>(height: resolver.resolve(Below.self).height + 1)
        }
        .scope(scope)
        return build(on: Level<Below>.self, remaining: remaining - 1, scope: scope, in: container)
    }
}
