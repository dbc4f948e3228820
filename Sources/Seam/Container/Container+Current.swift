public import Synchronization

extension Container {
    /// The process-wide container.
    public static let main = Container(main: ())

    /// The container that requests without one go to.
    ///
    /// The innermost of: the container that is building something on this thread, or in this task; the one bound by
    /// ``withContainer(_:operation:)``; and ``main``.
    ///
    /// - Complexity: O(1).
    @inlinable
    public static var current: Container {
        if let building = ThreadLocal.record.container { return building }
        return Ambient.isUsed.load(ordering: .relaxed) ? inherited : main
    }

    /// The container that the task inherits.
    @usableFromInline
    static var inherited: Container { Ambient.current?.container ?? main }
}

/// Makes a container the current one while `operation` runs, and in the tasks that it creates.
///
/// - Throws: What `operation` throws.
public func withContainer<R>(_ container: Container, operation: () throws -> R) rethrows -> R {
    let record = ThreadLocal.record
    // The frame only hides the container that is building here. Were it to name the bound one, it would win over what a
    // task inside binds later on this thread; the task-local tells them in the right order.
    record.enter(nil)
    defer { record.leaveContext() }
    return try Ambient(container: container, activation: Ambient.current?.activation).bound(during: operation)
}

/// Makes a container the current one while `operation` runs, and in the tasks that it creates.
///
/// Stays on the caller's actor.
///
/// - Throws: What `operation` throws.
public func withContainer<R>(
    _ container: Container,
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> R
) async rethrows -> R {
    let ambient = Ambient(container: container, activation: Ambient.current?.activation)
    return try await ambient.bound(isolation: isolation, during: operation)
}

/// Runs `operation` with registrations of its own: a copy of the current container, changed by `override`.
///
/// What `override` registers reaches everything resolved inside, at every level of the copied chain: aliases and
/// dependents of the overridden services included. The copy starts without instances and is gone afterwards.
///
/// - Throws: What `override` or `operation` throw.
public func withOverrides<R>(_ override: (Container) throws -> Void, operation: () throws -> R) rethrows -> R {
    try withContainer(Container.overridden(by: override), operation: operation)
}

/// Runs `operation` with registrations of its own; the async form of ``withOverrides(_:operation:)``.
///
/// Stays on the caller's actor.
///
/// - Throws: What `override` or `operation` throw.
public func withOverrides<R>(
    _ override: (Container) throws -> Void,
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> R
) async rethrows -> R {
    try await withContainer(Container.overridden(by: override), isolation: isolation, operation: operation)
}
