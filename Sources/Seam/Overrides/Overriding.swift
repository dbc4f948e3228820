internal import Synchronization

/// Makes a container the current one while `operation` runs, and in the tasks that it creates.
///
/// - Throws: What `operation` throws.
public func withContainer<R>(_ container: Container, operation: () throws -> R) rethrows -> R {
    let record = ThreadLocal.record
    // The frame only hides the container that is building here. Were it to name the bound one, it would win over what a
    // task inside binds later on this thread; the task-local tells them in the right order.
    record.enterContext(of: nil)
    defer { record.leaveContext() }
    return try TaskContext(bound: container, frame: TaskContext.current?.frame).inherited(during: operation)
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
    let context = TaskContext(bound: container, frame: TaskContext.current?.frame)
    return try await context.inherited(isolation: isolation, during: operation)
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

// MARK: - Copies

extension Container {
    /// Creates a container with the registrations and decorators of another, and of the containers above it.
    ///
    /// Nothing that the other keeps comes along: the copy builds its own instances. Later changes to one do not show
    /// in the other.
    ///
    /// - Complexity: O(*n*) in the number of registrations.
    public convenience init(copying other: Container) {
        other.prepareForUse()
        self.init(parent: other.parent.map { Container(copying: $0) }, defaultScope: other.defaultScope)
        let (entries, declarations) = other.state.withLock { source in
            state.withLock { copy in
                copy.decorations = source.decorations
                isDecorating.store(!source.decorations.isEmpty, ordering: .releasing)
                copy.modules = source.modules
            }
            let contributions = source.variants.values.flatMap { $0 }.filter { $0.kind == .contribution }
            return (other.tableContents + contributions, source.declarations.map { ($0.key, $0.value) })
        }
        for entry in entries.sorted(by: { $0.order < $1.order }) { file(entry.copy()) }
        for (key, declaration) in declarations where declaration.override != nil {
            let copy = declaration.copy()
            state.withLock { $0.declarations[key] = copy }
        }
    }

    /// A copy of the current container, with the registrations that `override` makes at every level of its chain.
    static func overridden(by override: (Container) throws -> Void) rethrows -> Container {
        let copy = Container(copying: current)
        copy.state.withLock { $0.copiedAncestors = Array(copy.chain.dropFirst()) }
        defer { copy.state.withLock { $0.copiedAncestors = [] } }
        try override(copy)
        return copy
    }
}
