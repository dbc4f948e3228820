/// The slot that keeps the instance of a request, and the dependencies that are noted for a shutdown.
extension Activation {
    /// The slot of the instance; `nil` if the instance is not kept.
    func findSlot(_ stack: Stack) -> (SlotTable, InstanceSlot)? {
        if case .unique = target.lifetime { return nil }
        var key: ArgumentReference?
        if let arguments {
            key = ArgumentReference(target.entry.arguments, at: arguments)
            // Arguments that are not `Hashable` cannot be told apart: their instances are not kept.
            guard key != nil else { return nil }
        }
        let table =
            switch target.lifetime {
            case .graph: stack.makeResolutionIfNeeded().table(for: target.entry, in: target.builder)
            case .container: target.cache.map { target.builder.instances.table(for: $0, of: target.entry) }
            default: target.cache?.own
            }
        return table.map { ($0, $0.slot(for: key)) }
    }

    /// The dependencies of an instance that is going to be built: an object of its own, if a container keeps it, or if it
    /// is shared inside one that a container keeps.
    func dependenciesOfInstance(inside outer: Dependencies?) -> Dependencies? {
        if case .graph = target.lifetime { return outer?.ofPart() }
        let keeper = target.lifetime.holdsStrongly ? builder.number : nil
        return Dependencies(keeper: keeper, outer: outer)
    }

    /// The next step of a request that may not build: to use the instance in the slot, if there is one.
    func stepWithoutBuilding(_ slot: InstanceSlot) -> Step? {
        if let step = slot.instance.flatMap(stepToUse) { return step }
        guard let build = slot.buildUnderWay, let box = WaitGraph.unfinishedInstance(of: build, for: .current) else {
            return nil
        }
        noteDependency(build.dependencies)
        return .use(box)
    }

    /// The step that takes an instance; `nil` if it is gone or too old.
    func stepToUse(_ instance: CachedInstance) -> Step? {
        guard instance.isUsable, let box = instance.box(as: target.entry.type) else { return nil }
        noteDependency(instance.dependencies)
        return .use(box)
    }

    /// Records that the request was given an instance with dependencies, as a dependency of what is being built.
    func noteDependency(_ given: Dependencies?) {
        if let given, let outer = Dependencies.current { outer.note(given) }
    }
}
