internal import Synchronization

extension Container {
    /// Closes the container: disposes of the instances that it keeps at this moment, and refuses later requests.
    ///
    /// Runs the `onDispose` bodies one after the other, once for each instance. Dependents come before their
    /// dependencies. A failure does not stop the others. Later requests fail with
    /// ``ResolutionError/Code/containerClosed``, and a second call does nothing. Instances that were reset or replaced
    /// before are not disposed of; nor are those of the `unique` and `graph` scopes, which no container keeps. If the
    /// calling task is cancelled, all of this is done, and the bodies may see that it is. May be called from any
    /// thread.
    ///
    /// - Throws: ``ShutdownError`` with all failures, after everything was disposed of.
    /// - Complexity: O(*n* log *n*) in the number of registrations, kept instances and their dependencies, and the time
    ///   of the `onDispose` bodies.
    public func shutdown() async throws(ShutdownError) {
        // Most containers have nothing to wait for, and need no task of their own.
        if isMain || !disposedValues.isEmpty {
            await withoutCancellation {
                try? await self.prepareForUse()
                // Asked for while requests are answered: the decorators may need other services.
                for value in self.disposedValues { _ = try? await self.request(for: value, value.site).instance() }
            }
        }
        let isFirst = state.withLock { state in
            setTableHidden(true)
            return !exchange(&state.isClosed, with: true)
        }
        guard isFirst else { return }
        let kept = takeInstances()
        var failures: [ShutdownError.Failure] = []
        for index in dependentsFirst(kept) {
            failures += await kept[index].dispose()
            if let dropped = kept[index].dropped { reportDropped(.init([dropped]), of: kept[index].entry, .disposed) }
        }
        DroppedInstances(kept.compactMap(\.dropped)).release()
        guard failures.isEmpty else { throw ShutdownError(failures: failures) }
    }

    /// The registered values that have disposers.
    private var disposedValues: [RegistryEntry] {
        isClosed ? [] : allEntries().filter { $0.kind == .value && !$0.settings.values.disposers.isEmpty }
    }

    /// Removes all instances from the container, which keeps nothing from now on.
    private func takeInstances() -> [Disposal] {
        var kept: [Disposal] = []
        let (entries, asked) = (allEntries(withDeclarations: true), containerInstances.close())
        for entry in entries {
            // The cache is made if there is none: a request that has found the registration before meets a retired one.
            guard let cache = entry.cache else { continue }
            // Another level of a chain with overrides may file the entry too, and goes on answering for it.
            let dropped = cache.own.drop(published: entry.ready, isRetiring: entry.isFiledOnce)
            // A registered value is disposed of even if a decorator throws.
            let isUnbuilt = entry.kind == .value && dropped.isEmpty
            kept += isUnbuilt ? [Disposal(valueOf: entry, in: self)] : Disposal.list(dropped, of: entry)
        }
        for entry in asked {
            let dropped = entry.table.drop(isRetiring: true)
            guard let registration = entry.registration else {
                dropped.release()
                continue
            }
            kept += Disposal.list(dropped, of: registration)
        }
        return kept
    }
}

/// Awaits `body` on the actor of the caller, in a task of its own, which is not cancelled with that of the caller.
private func withoutCancellation(
    isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping @Sendable () async -> Void
) async {
    let call = OneCall(body)
    await Task {
        // Captured, so that the task runs on this actor.
        _ = isolation
        await call.take()?()
    }
    .value
}

// MARK: - Disposing

/// One instance that its container does not keep any more, to be disposed of.
private struct Disposal {
    let entry: RegistryEntry
    /// The instance as its slot has kept it, if there was one.
    let dropped: DroppedInstances.Element?
    /// The instance for the disposers, if there are any.
    private let box: ValueBox?

    private init(_ entry: RegistryEntry, _ dropped: DroppedInstances.Element?, box: ValueBox?) {
        self.entry = entry
        self.dropped = dropped
        self.box = box
    }

    static func list(_ dropped: borrowing DroppedInstances, of entry: RegistryEntry) -> [Disposal] {
        dropped.all.map { dropped in
            Disposal(entry, dropped, box: claimDisposal(of: entry) ? dropped.instance.box(as: entry.type) : nil)
        }
    }

    /// Creates the instance of a registered value that could not be built: the value without its decorators.
    init(valueOf entry: RegistryEntry, in container: Container) {
        self.init(entry, nil, box: Self.claimDisposal(of: entry) ? entry.value(in: container) : nil)
    }

    /// Claims the disposal of an instance; that of a registered value can be claimed once.
    ///
    /// - Returns: Whether there are disposers to run.
    private static func claimDisposal(of entry: RegistryEntry) -> Bool {
        guard !entry.settings.values.disposers.isEmpty else { return false }
        return entry.kind != .value || !entry.isDisposed.exchange(true, ordering: .relaxed)
    }

    /// The place in the order in which instances were kept.
    var order: Int { dropped?.instance.order ?? 0 }

    var dependencies: Dependencies? { dropped?.instance.dependencies }

    /// Runs the disposers, which were added for the type of the entry.
    ///
    /// Outside all actors: a function that runs on its caller's actor is called there as well.
    ///
    /// - Returns: The failures.
    @concurrent
    func dispose() async -> [ShutdownError.Failure] {
        guard let box else { return [] }
        var failures: [ShutdownError.Failure] = []
        func dispose<Service>(_: Service.Type) async {
            // The container has dropped the instance. If something else still has it, the user's program shares it.
            let instance = UncheckedSendable(value: box.value(as: Service.self))
            for disposer in entry.settings.values.disposers {
                do {
                    try await disposer.typed(as: Disposer<Service>.self).call(instance.value)
                } catch {
                    failures.append(ShutdownError.Failure(entry, error))
                }
            }
        }
        let type: any Any.Type = entry.type
        await dispose(type)
        return failures
    }
}

extension RegistryEntry {
    /// The value of a value registration, without decorators.
    fileprivate func value(in container: Container) -> ValueBox? {
        func value<Service>(_: Service.Type) -> ValueBox? {
            // Not as `Service?`: the type of the result decides how the closure is called.
            let value = try? factory.borrowed.call(Resolver(container)) as Service
            return value.map { ValueBox($0) }
        }
        return _openExistential(type, do: value)
    }
}

/// The indices of the instances, each before its dependencies; otherwise the latest first.
///
/// The order is a topological sort: the reverse postorder of a depth-first search (R. Tarjan, 1976).
private func dependentsFirst(_ kept: [Disposal]) -> [Int] {
    var indices: [ObjectIdentifier: Int] = [:]
    for (index, instance) in kept.enumerated() {
        if let dependencies = instance.dependencies { indices[ObjectIdentifier(dependencies)] = index }
    }
    func order(_ dependencies: Dependencies) -> Int {
        indices[ObjectIdentifier(dependencies)].map { kept[$0].order } ?? .max
    }
    var postorder: [Int] = []
    // The dependencies of instances that are not kept lead to further ones, too. All are retained, so that no address
    // is reused.
    var visited: [ObjectIdentifier: Dependencies] = [:]
    // The dependencies that are being visited. A chain may be longer than a thread's stack is deep, so the search is no
    // recursion.
    var path: [(index: Int?, given: [Dependencies])] = []
    func enter(_ dependencies: Dependencies, _ index: Int?) {
        guard visited.updateValue(dependencies, forKey: ObjectIdentifier(dependencies)) == nil else { return }
        path.append((index, dependencies.given.sorted { order($0) > order($1) }))
    }
    for root in kept.indices.sorted(by: { kept[$0].order < kept[$1].order }) {
        guard let dependencies = kept[root].dependencies else {
            postorder.append(root)
            continue
        }
        enter(dependencies, root)
        while let last = path.indices.last {
            if let next = path[last].given.popLast() {
                enter(next, indices[ObjectIdentifier(next)])
            } else if let index = path.removeLast().index {
                postorder.append(index)
            }
        }
    }
    return postorder.reversed()
}

/// The failures of a shutdown; all other instances were disposed of.
public struct ShutdownError: Error, Sendable, CustomStringConvertible {
    /// One instance that could not be disposed of.
    public struct Failure: Sendable, CustomStringConvertible {
        /// The service.
        public let key: ServiceKey
        /// The error that its `onDispose` threw.
        public let error: any Error
        private let place: PlaceOfRegistration

        init(_ entry: RegistryEntry, _ error: any Error) {
            (key, self.error, place) = (entry.key, error, PlaceOfRegistration(of: entry))
        }

        /// The service, the place of its registration, and the error, on one line.
        public var description: String { "\(key), \(place.text): \(error)" }
    }

    /// The failures, in the order of disposal.
    public let failures: [Failure]

    /// A line with the number of failures, then a line for each.
    public var description: String {
        let count = failures.count == 1 ? "One service" : "\(failures.count) services"
        return (["\(count) could not be disposed of:"] + failures.map { "  \($0)" }).joined(separator: "\n")
    }
}
