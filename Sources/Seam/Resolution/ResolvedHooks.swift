internal import Synchronization

/// The `onResolved` hooks of one built instance.
final class ResolvedHooks: Sendable {
    let hooks: [ErasedClosure]
    let instance: ValueBox
    let dependencies: Dependencies?
    let site: StaticCallSite
    /// The services from the outermost request to the instance; or only those of the task that has built it.
    let path: PathNode
    /// The place of the instance, if a container keeps it.
    let kept: Kept?
    /// Whether the hooks run on the main actor.
    let needsMainActor: Bool
    /// The container that was asked, if its requests are redirected to the one that has built the instance.
    let redirected: Container?

    init(
        _ hooks: [ErasedClosure],
        of instance: ValueBox,
        at path: PathNode,
        dependencies: Dependencies?,
        site: StaticCallSite,
        needsMainActor: Bool,
        kept: Kept? = nil,
        redirected: Container? = nil
    ) {
        (self.hooks, self.instance, self.path, self.dependencies) = (hooks, instance, path, dependencies)
        (self.needsMainActor, self.kept, self.redirected) = (needsMainActor, kept, redirected)
        self.site = site.isOfAlias ? path.entry.site : site
    }

    /// A kept instance, the build that puts it into its slot or has put it there, and the cache of the slot, if it has
    /// one.
    struct Kept: Sendable {
        let instance: CachedInstance
        let build: Build
        let cache: InstanceCache?
    }

    /// The number of services on the longest path that hooks may run at.
    ///
    /// Hooks that each ask for one more instance would run for ever: they use no stack that could overflow.
    private static var longestPath: Int { 1000 }
}

extension Stack {
    /// Queues the hooks of the innermost service for the end of the outermost request.
    ///
    /// - Parameter hooks: Makes the hooks, from the path of the service.
    /// - Returns: The resolution and the hooks, if the outermost request is over.
    func queue(_ hooks: (PathNode) -> ResolvedHooks) -> (Resolution, ResolvedHooks)? {
        // None only after the thread was left behind, which has ended the frames: then nobody waits for the hooks.
        guard let path = capturedPath else { return nil }
        let (hooks, resolution) = (hooks(path), makeResolutionIfNeeded())
        return resolution.add(hooks) ? nil : (resolution, hooks)
    }
}

extension ResolvedHooks {
    /// Runs the hooks, unless their path is too long; drops a kept instance whose hook throws.
    ///
    /// The caller has entered the path outside the instance.
    ///
    /// - Parameter build: The build that the requests of the hooks are made for, if there is one.
    func run(for build: Build? = nil) -> ResolutionError? {
        let (record, container) = (ThreadLocal.record, path.container)
        path.forgetInstance()
        record.enter(path, dependencies: dependencies, build: build)
        defer { record.leave() }
        guard path.count <= Self.longestPath else {
            let failure = Failure.tooManyHooks(path: Stack().path, site: site)
            dropInstance()
            return failure
        }
        do {
            func call<Service>(_: Service.Type) throws {
                let instance = instance.value(as: Service.self)
                for hook in hooks {
                    try hook.typed(as: Hook<Service>.self).call(instance, Resolver(container))
                }
            }
            try record.redirected(from: redirected ?? container, to: container) {
                try _openExistential(path.entry.type, do: call)
            }
            return nil
        } catch {
            let failure = Failure.failed(error, in: .resolvedHook, site: site)
            dropInstance()
            return path.outerPath.map { failure.prefixed(by: $0.services) } ?? failure
        }
    }

    /// Drops the kept instance, and those of aliases that were made of it, or that are being made.
    func dropInstance() {
        guard let kept, let slot = kept.build.slot, let table = kept.build.table else { return }
        guard table.drop(kept.instance, of: kept.build, in: slot, published: path.entry.ready) else { return }
        var dropped = DroppedInstances([.init(slot: slot, instance: kept.instance)])
        let arguments = slot.arguments.flatMap {
            ArgumentReference(path.entry.arguments, at: ArgumentAddress($0.values))
        }
        for cache in kept.cache?.derived ?? [] {
            let asked = path.container.containerScopeEntries { $0.cache === cache }.map(\.table)
            for slot in ([cache.own] + asked).compactMap({ $0.existingSlot(for: arguments) }) {
                guard let instance = slot.drop(published: Atomic(.none)) else { continue }
                dropped.append(.init(slot: slot, instance: instance))
            }
        }
        dropped.release()
        table.removeIfVacant(slot)
    }
}
