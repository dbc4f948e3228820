/// Makes a container the current one while `operation` runs, and in the tasks that it creates.
///
/// A task that outlives `operation` holds the container until it ends.
///
/// - Throws: The error of `operation`.
/// - Complexity: O(1), and the time of `operation`.
public func withContainer<R>(_ container: Container, operation: () throws -> R) rethrows -> R {
    TaskContext.programBinds()
    return try container.bound(during: operation)
}

/// Makes a container the current one while an async `operation` runs, and in the tasks that it creates.
///
/// The operation stays on the actor that the caller is isolated to. That of a `nonisolated` caller runs outside all
/// actors, even in a module that enables `NonisolatedNonsendingByDefault`.
///
/// - Throws: The error of `operation`.
/// - Complexity: O(1), and the time of `operation`.
public func withContainer<R>(
    _ container: Container,
    isolation: isolated (any Actor)? = #isolation,
    operation: @concurrent () async throws -> R
) async rethrows -> R {
    TaskContext.programBinds()
    return try await container.bound(during: operation)
}

/// Runs `operation` in a copy of the current container, changed by `override`.
///
/// The registrations of `override` win at every level of the copied chain: aliases and dependents of the overridden
/// services get them too. The copy begins without instances. It is released after `operation`, or with the last task
/// that inherits it.
///
/// - Throws: The error of `override` or `operation`.
/// - Complexity: That of ``Container/init(copying:)``, the time of the closures, and O(*n*) for each registration of
///   `override` in the number of ancestors of the container.
public func withOverrides<R>(_ override: (Container) throws -> Void, operation: () throws -> R) rethrows -> R {
    try withContainer(Container.overridden(by: override), operation: operation)
}

/// Runs an async `operation` in a copy of the current container, as ``withOverrides(_:operation:)`` does.
///
/// The operation stays on the actor that the caller is isolated to. That of a `nonisolated` caller runs outside all
/// actors, even in a module that enables `NonisolatedNonsendingByDefault`.
///
/// - Throws: The error of `override` or `operation`.
/// - Complexity: That of ``withOverrides(_:operation:)``.
public func withOverrides<R>(
    _ override: (Container) throws -> Void,
    isolation: isolated (any Actor)? = #isolation,
    operation: @concurrent () async throws -> R
) async rethrows -> R {
    try await withContainer(Container.overridden(by: override), isolation: isolation, operation: operation)
}

// Without these, Swift 6.3 fails without a message if a closure is forgotten: it cannot infer the result.

/// Unavailable: the closure that runs with the container is missing.
@available(*, unavailable, message: "the closure is missing: write 'withContainer(container) { … }'")
public func withContainer(_ container: Container) -> Never { fatalError() }

/// Unavailable: the closure that runs with the overrides is missing.
@available(*, unavailable, message: "the second closure is missing: write 'withOverrides { … } operation: { … }'")
public func withOverrides(_ override: (Container) throws -> Void) -> Never { fatalError() }

extension Container {
    /// Makes the container the current one while `operation` runs, for the library itself.
    func bound<R>(during operation: () throws -> R) rethrows -> R {
        let record = ThreadLocal.record
        // The frame only hides the container that is building here. It does not name the bound one: a frame wins over
        // the task-local, and a task that binds another container on this thread would not see its own.
        record.enterContext(of: nil)
        defer { record.leaveContext() }
        return try TaskContext.current.binding(self).run(operation)
    }

    /// Makes the container the current one while an async `operation` runs, for the library itself.
    func bound<R>(during operation: @concurrent () async throws -> R) async rethrows -> R {
        try await TaskContext.current.binding(self).run(operation)
    }
}

// MARK: - Copies

extension Container {
    /// Creates a copy of a container and of those above it: registrations and decorators, without instances.
    ///
    /// Later changes of one do not affect the other. The copy takes a registration when it is asked for it, or when one
    /// of them changes it. It does not hold the other container. May be called from any thread.
    ///
    /// - Complexity: O(*n*) in the number of ancestors and of their overrides. If something was decorated, installed,
    ///   or skipped for its condition since the last copy, also in the number of decorated names, of modules, or of
    ///   skipped registrations. The number of registrations does not matter; but in a chain of copies of copies, each
    ///   sixteenth takes all when it is copied. A change of a registration in a container that was copied takes O(*n*)
    ///   in the number of its living copies.
    public convenience init(copying other: Container) {
        var shared: [Int: RegistryEntry] = [:]
        var parent: Container?
        for ancestor in (other.parent?.chain ?? []).reversed() {
            parent = Container(copying: ancestor, under: parent, &shared)
        }
        self.init(copying: other, under: parent, &shared)
        if !shared.isEmpty { keepOverrides() }
    }

    /// - Parameter shared: The copies of overrides, which all levels of the chain file.
    private convenience init(copying other: Container, under parent: Container?, _ shared: inout [Int: RegistryEntry]) {
        self.init(parent: parent, defaultScope: other.defaultScope)
        var emptyings: Int
        repeat {
            emptyings = other.emptyings
            other.prepareForUse()
        } while !share(with: other, emptied: emptyings, &shared)
    }

    /// Makes this copy the one that keeps the instances of the overrides in its chain.
    private func keepOverrides() {
        let home = WeakHolder(self)
        for level in chain.dropFirst() { level.state.withLock { $0.overrides.home = home } }
    }

    /// A copy of the current container, with the registrations that `override` makes at every level of its chain.
    static func overridden(by override: (Container) throws -> Void) rethrows -> Container {
        let copy = Container(copying: current)
        guard copy.parent != nil else {
            try override(copy)
            return copy
        }
        copy.keepOverrides()
        copy.state.withLock { $0.takesOverrides = true }
        defer { copy.state.withLock { $0.takesOverrides = false } }
        try override(copy)
        return copy
    }
}
