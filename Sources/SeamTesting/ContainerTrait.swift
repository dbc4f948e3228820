public import Seam
public import Testing

/// A trait that gives every test a container of its own: a copy of the current one, with the test's registrations.
///
/// On a suite it applies to every test in it and in its inner suites. The traits of a suite and of its test add up, the
/// outer one first. Parallel tests never see each other's copies: each is the current container of its test's task
/// only.
public struct ContainerTrait: SuiteTrait, TestTrait, TestScoping {
    private typealias Body = @concurrent @Sendable () async throws -> Void

    /// Runs a test inside its copy.
    private var scope: @Sendable (_ test: Body) async throws -> Void

    init(_ override: @escaping @Sendable (Container) throws -> Void) {
        scope = { test in try await withOverrides(override) { try await test() } }
    }

    init(onMainActor override: @escaping @MainActor @Sendable (Container) throws -> Void) {
        scope = { @MainActor test in
            try await withOverrides {
                try override($0)
            } operation: {
                try await test()
            }
        }
    }

    /// A trait for copies of a given container, and not of the current one.
    func copying(_ container: Container) -> Self {
        var trait = self
        trait.scope = { [scope] test in
            try await withContainer(container) { try await scope(test) }
        }
        return trait
    }

    /// Always true: the tests of a suite inherit the trait.
    public var isRecursive: Bool { true }

    /// Runs one test inside its copy.
    ///
    /// - Throws: The error of the registrations or of the test.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await scope(function)
    }
}

extension Trait where Self == ContainerTrait {
    /// A copy of the current container for each test.
    public static var container: Self { ContainerTrait { _ in } }

    /// A copy of the current container for each test, with the registrations of `override`.
    ///
    /// The registrations win at every level of the copied chain, as those of `withOverrides` do.
    public static func container(_ override: @escaping @Sendable (Container) throws -> Void) -> Self {
        ContainerTrait(override)
    }

    /// A copy of a given container for each test, with the registrations of `override`.
    ///
    /// For a program that registers its services in a container of its own, and not in `Container.main`. The traits
    /// around this one have no effect on the copy.
    public static func container(
        copying container: Container,
        _ override: @escaping @Sendable (Container) throws -> Void = { _ in }
    ) -> Self {
        ContainerTrait(override).copying(container)
    }

    /// A copy of the current container for each test, with the registrations of `override`, which runs on the main
    /// actor.
    ///
    /// The closure may create objects of the main actor, and use declared services that are isolated to it:
    ///
    /// ```swift
    /// @Suite(
    ///     .containerOnMainActor { container in
    ///         let store = MemoryStore(items: ["tea"])
    ///         container.registerOnMainActor { store as any Store }
    ///     }
    /// )
    /// struct CartTests {}
    /// ```
    ///
    /// The test itself runs wherever it would run without the trait.
    public static func containerOnMainActor(
        _ override: @escaping @MainActor @Sendable (Container) throws -> Void
    ) -> Self {
        ContainerTrait(onMainActor: override)
    }

    /// A copy of a given container for each test, with the registrations of `override`, which runs on the main actor.
    ///
    /// See ``container(copying:_:)`` and ``containerOnMainActor(_:)``.
    public static func containerOnMainActor(
        copying container: Container,
        _ override: @escaping @MainActor @Sendable (Container) throws -> Void
    ) -> Self {
        ContainerTrait(onMainActor: override).copying(container)
    }
}
