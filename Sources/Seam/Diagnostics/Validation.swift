/// Sample values for the arguments of registrations, for validations.
public struct ValidationSamples {
    struct Sample: Sendable {
        let type: any Any.Type
        let name: ServiceName?
        let signature: Signature
        let list: any ArgumentList.Type
        let values: ValueBox
    }

    private(set) var all: [Sample] = []

    /// Adds the values that the registration of a service with arguments is built with.
    ///
    /// Several values may be added for one service, which may have several registrations. Each registration is built
    /// once: with the first values of exactly its types, or else with the first ones that it accepts.
    public mutating func arguments<Service, each Argument>(
        for type: Service.Type,
        name: ServiceName? = nil,
        _ arguments: repeat each Argument
    ) {
        let list = ArgumentPack<repeat each Argument>.self
        let values = ValueBox(ArgumentPack(repeat each arguments))
        let signature = list.signature(of: type)
        all.append(Sample(type: type, name: name, signature: signature, list: list, values: values))
    }

    private func samples(of entry: RegistryEntry) -> [Sample] {
        all.filter { $0.type == entry.type && $0.name == entry.name }
    }

    /// The types of the samples of a service.
    func types(for entry: RegistryEntry) -> [[any Any.Type]] { samples(of: entry).map { $0.list.types } }

    /// The values for a registration with arguments, or else for the one that it is an alias of; `nil` if there are
    /// none.
    func values(for entry: RegistryEntry, aliasOf end: RegistryEntry?) -> ValueBox? {
        values(for: entry) ?? end.flatMap { values(for: $0) }
    }

    /// The values for a registration with arguments, as its own types; `nil` if there are none.
    private func values(for entry: RegistryEntry) -> ValueBox? {
        let fitting = samples(of: entry)
        if let exact = fitting.first(where: { $0.signature == entry.signature }) { return exact.values }
        for sample in fitting {
            let values = sample.list.values(at: ArgumentAddress(sample.values))
            if let converted = entry.arguments.convert(values, of: sample.list.types) { return converted }
        }
        return nil
    }
}

extension Container {
    /// Builds every registration once, in a copy of the container and of those above it, and reports all faults.
    ///
    /// Nothing is kept, and instances that exist already are not used. Factories run on threads of their own. If a
    /// factory asks for a missing service with `resolve`, which cannot throw, that is a finding like any other, and its
    /// thread stays where it is for ever, with what it holds. Main-actor factories have no thread of their own: they
    /// are built on the main actor, and a `resolve` that fails in one of them stops the program with all findings so
    /// far. An async factory that is not done within a second is left unchecked, and so is one that needs the main
    /// actor while the caller occupies it: see ``uncheckedServices(_:)``. Autowired registrations are checked from
    /// their types alone if they have no decorators and hooks, and need only such registrations and values.
    ///
    /// A factory that names another container, such as ``main``, is not redirected to the copy. If a factory that is
    /// called here validates a container itself, it gets no findings. May be called from any thread, and blocks it.
    ///
    /// - Parameter samples: A closure that adds argument values for registrations with arguments.
    /// - Throws: ``ValidationError`` with all findings.
    /// - Complexity: The time of the factories, and O(*n* *m*) in the numbers of services and of their dependencies.
    public func validate(_ samples: (inout ValidationSamples) -> Void = { _ in }) throws(ValidationError) {
        _ = try uncheckedServices(samples)
    }

    /// Validates the container, and returns the services that were not checked.
    ///
    /// This does all that ``validate(_:)`` does. A service is unchecked if it was not built within a second: its async
    /// or main-actor factory takes longer, or it needs the main actor, which the caller or another task occupies, or a
    /// lock that a failing `resolve` has left held. While a kept one is unchecked, or a lock is held, so are the
    /// services of the main actor that are built later: a `resolve` in their factories might stop the program. Call
    /// this off the main actor to check the async services of the main actor.
    ///
    /// - Parameter samples: A closure that adds argument values for registrations with arguments.
    /// - Returns: The keys of the unchecked services; they may lack dependencies in ``dependencyGraph(_:)``.
    /// - Throws: ``ValidationError`` with all findings.
    /// - Complexity: That of ``validate(_:)``.
    public func uncheckedServices(
        _ samples: (inout ValidationSamples) -> Void = { _ in }
    ) throws(ValidationError) -> [ServiceKey] {
        let record = DryRun.record(of: self, samples)
        let findings = record.findings
        guard findings.isEmpty else { throw ValidationError(findings: findings, unchecked: record.unchecked) }
        return record.unchecked
    }

    /// The services and their dependencies, as a dry run like that of ``validate(_:)`` finds them.
    ///
    /// A container does not store the closure of a declared service. A declared service that no registered one asks for
    /// is a node once it was used, and its edges are those of the instance that is kept. May be called from any thread,
    /// and blocks it.
    ///
    /// - Parameter samples: A closure that adds argument values for registrations with arguments.
    /// - Complexity: That of ``validate(_:)``.
    public func dependencyGraph(_ samples: (inout ValidationSamples) -> Void = { _ in }) -> DependencyGraph {
        var record = DryRun.record(of: self, samples)
        addUsedDeclarations(to: &record)
        return DependencyGraph(record)
    }

    /// Adds the declared services that were used, and that the dry run has not met.
    private func addUsedDeclarations(to record: inout DryRunRecord) {
        let declared = chain.flatMap { $0.allEntries(withDeclarations: true) }
            .filter { $0.declaration != nil && record[$0.dryRunID] == nil }
            .inOrder
        for entry in declared { record.add(DryRunRecord.Service(entry)) }
        let kept = KeptInstances(in: self)
        for entry in declared {
            for dependency in kept.dependencies(of: entry) {
                let dependency = DryRunRecord.Dependency(from: entry.dryRunID, to: dependency.dryRunID, kind: .eager)
                record.add(dependency, in: ObjectIdentifier(self))
            }
        }
    }
}

extension DryRunRecord {
    /// The findings of all rules, each fault once.
    var findings: [ValidationFinding] {
        missingServices + cycles + captives + incompatibleAliases + failedFactories + neededSamples
    }
}
