extension Container {
    /// Closes the container: disposes of every instance it keeps at this moment, and refuses requests from now on.
    ///
    /// Runs the `onDispose` bodies one after the other, dependents before what they depend on, each instance once.
    /// Goes on after a failure. Requests that come later fail with ``ResolutionError/Code/containerClosed``; a second
    /// call does nothing. Instances that were reset or replaced before are not disposed of, and those of the `unique`
    /// scope belong to whoever asked for them.
    ///
    /// - Throws: ``ShutdownError`` with all failures, after everything was disposed of.
    public func shutdown() async throws(ShutdownError) {
        prepareForUse()
        let isFirst = state.withLock { state in
            defer { state.isClosed = true }
            table.setHidden(true)
            return !state.isClosed
        }
        guard isFirst else { return }
        // A registered value exists already, also where nobody has asked for it.
        for value in ownRegistrations where value.kind == .value { try? await value.warmUp(in: self) }
        var failures: [ShutdownError.Failure] = []
        for disposal in disposals {
            do {
                try await disposal.run()
            } catch {
                failures.append(ShutdownError.Failure(key: disposal.key, error: error))
            }
        }
        reset()
        guard failures.isEmpty else { throw ShutdownError(failures: failures) }
    }

    /// What is to be disposed of, dependents first.
    private var disposals: [Disposal] {
        var kept: [(instance: KeptInstance, registration: AnyRegistration)] = []
        for registration in ownRegistrations + registrationsOfDeclarations {
            kept += registration.existingSlots.compactMap(\.kept).map { ($0, registration) }
        }
        for entry in containerScopeInstances.entries {
            if let instance = entry.slot.kept { kept.append((instance, entry.key.registration)) }
        }
        return dependentsFirst(kept.map(\.instance)).flatMap { kept[$0].registration.disposals(of: kept[$0].instance) }
    }
}

extension AnyRegistration {
    /// What disposes of a kept instance.
    fileprivate final func disposals(of kept: KeptInstance) -> [Disposal] {
        func disposals<Service>(_: Service.Type) -> [Disposal] {
            let disposers = configuration.disposers(of: Service.self)
            guard !disposers.isEmpty, let instance = kept.value(as: Service.self) else { return [] }
            return disposers.map { dispose in Disposal(key: key) { try await dispose(instance) } }
        }
        let service: any Any.Type = type
        return disposals(service)
    }
}

/// One instance that is to be disposed of.
private struct Disposal {
    let key: ServiceKey
    let run: () async throws -> Void
}

/// The indices of the instances, each before what it was given; otherwise the latest first.
///
/// The reverse postorder of a depth-first search (R. Tarjan, 1976).
private func dependentsFirst(_ instances: [KeptInstance]) -> [Int] {
    let indices = Dictionary(uniqueKeysWithValues: instances.enumerated().map { ($0.element.serial, $0.offset) })
    var postorder: [Int] = []
    var visited: Set<Int> = []
    func visit(_ index: Int) {
        guard visited.insert(index).inserted else { return }
        let given = instances[index].dependent.dependencies.compactMap { indices[$0] }
        for dependency in given.sorted(by: { instances[$0].order < instances[$1].order }) { visit(dependency) }
        postorder.append(index)
    }
    for index in instances.indices.sorted(by: { instances[$0].order < instances[$1].order }) { visit(index) }
    return postorder.reversed()
}
