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

    /// The dependencies of an instance that is going to be built: an object of its own, if a container keeps it.
    func dependenciesOfInstance(inside outer: Dependencies?) -> Dependencies? {
        guard target.lifetime.outlivesRequests else { return outer }
        let keeper = target.lifetime.holdsStrongly ? ObjectIdentifier(builder) : nil
        return Dependencies(keeper: keeper, outer: outer)
    }

    /// The next step of a request that may not build: to use the instance in the slot, if there is one.
    func stepWithoutBuilding(_ slot: InstanceSlot) -> Step? {
        let instance = slot.instance.flatMap { $0.isUsable ? $0.box(as: target.entry.type) : nil }
        let unfinished = slot.buildUnderWay.flatMap { WaitGraph.unfinishedInstance(of: $0, for: .current) }
        guard let box = instance ?? unfinished else { return nil }
        noteDependency(on: slot)
        return .use(box)
    }

    /// Records that the request was given a kept instance, as a dependency of what is being built.
    func noteDependency(on slot: @autoclosure () -> InstanceSlot?) {
        guard target.lifetime.outlivesRequests, let outer = Dependencies.current, let slot = slot() else { return }
        outer.note(slot)
    }
}
