internal import Synchronization

/// The groups that a container takes from its origin, and passes to its copies.
extension Container {
    /// The greatest number of origins one above the other: a copy at this depth takes everything before it is copied
    /// itself.
    private static var greatestDepth: Int { 16 }

    /// Whether the container is a copy that may not have all its registrations.
    var hasOrigin: Bool { detours.load(ordering: .acquiring) & Detour.origin != 0 }

    /// Makes this container, which is new and empty, a copy of another one, unless that was emptied meanwhile.
    ///
    /// - Parameters:
    ///   - emptyings: The number of times that the other one had been emptied before it was prepared for use.
    ///   - shared: The copies of overrides that the levels above file; this one files the same.
    /// - Returns: Whether it is a copy.
    func share(with other: Container, emptied emptyings: Int, _ shared: inout [Int: RegistryEntry]) -> Bool {
        if other.state.withLock({ $0.sharing.depth >= Self.greatestDepth }) { other.takeAll() }
        other.isCopied.store(true, ordering: .releasing)
        let copied = other.state.withLock { source -> (SharedOverrides, [Registry])? in
            guard source.emptyings == emptyings else { return nil }
            state.withLock { copy in
                copy.decorations = source.decorations.share()
                // The copy may lack registrations of a module that is being installed.
                copy.modules = source.modules.share(where: \.isDone)
                copy.skipped = source.skipped.share()
                copy.isOfDryRun = source.isOfDryRun
                copy.overrides = source.overrides
                copy.overrides.home = nil
                copy.sharing.origin = Sharing.Origin(registry: other.state, place: source.sharing.nextPlace)
                copy.sharing.depth = source.sharing.depth + 1
            }
            let decorators = other.detours.load(ordering: .relaxed) & Detour.decorators
            detours.store(Detour.origin | decorators, ordering: .releasing)
            return (source.overrides, source.sharing.add(state, of: other))
        }
        guard let (overrides, toRelease) = copied else { return false }
        withExtendedLifetime(toRelease) {}
        for group in overrides.groups {
            withFiled(group, except: nil) { _ in
            } filing: { copy in
                guard overrides.contains(copy) else { return copy }
                let first = shared[copy.order] ?? copy
                shared[copy.order] = first
                return first
            }
        }
        return true
    }

    /// Changes the registrations of a group that this container shares with copies or an origin.
    ///
    /// - Parameter replacement: A registration that is going to be made, if that is the change.
    func changeShared<Result>(
        _ group: KeyGroup,
        replacement: RegistryEntry?,
        _ body: (inout State) -> Result
    ) -> Result {
        var result: Result?
        var toRelease: [Registry] = []
        withFiled(group, except: replacement) { state in
            toRelease = state.passToCopies(group)
            let wasAbsent = state.sharing.hasCopies && state.isAbsent(group)
            result = body(&state)
            guard state.sharing.hasCopies else { return }
            toRelease += state.sharing.noteChange(of: group, wasAbsent: wasAbsent, isAbsent: state.isAbsent(group))
        }
        withExtendedLifetime(toRelease) {}
        forgetTakingIfNowhere(group)
        guard let result else { preconditionFailure("The body is always called.") }
        return result
    }

    /// Forgets that a named group was taken, if neither this container nor its origin has a registration of it.
    ///
    /// The origin goes on to answer that it has none: one that it gets later is new. A program may use any number of
    /// names, and each would need memory as long as the copy lives.
    private func forgetTakingIfNowhere(_ group: KeyGroup) {
        guard hasOrigin, group.name != nil else { return }
        func originOfNone(_ state: inout State) -> Sharing.Origin? {
            state.sharing.hasTaken(group) && state.isAbsent(group) ? state.sharing.origin : nil
        }
        guard let origin = state.withLock(originOfNone) else { return }
        guard origin.copies(of: group, except: nil).isEmpty else { return }
        // Another thread may have registered one meanwhile.
        state.withLock { if originOfNone(&$0) != nil { $0.sharing.forgetTaking(group) } }
    }

    /// The result of one attempt to change a group.
    private enum FilingStep {
        /// The group is filed, and was changed; holds what the caller releases under no lock.
        case filed(received: [RegistryEntry]?, replaced: [Replaced])
        /// The group, or what is left of it without the replaced key, has to be copied first, under no lock.
        case copy(from: Sharing.Origin?, isWhole: Bool)
    }

    /// Calls `body` under the lock, after a group was taken from the origin.
    ///
    /// Not inlined, and not generic: it is long, and every change of a registry calls it.
    ///
    /// - Parameters:
    ///   - replacement: A registration that `body` makes. The one with its key need not be taken, unless this container
    ///     has copies.
    ///   - choose: Called with each copy that was taken; returns the one to file.
    @inline(never)
    private func withFiled(
        _ group: KeyGroup,
        except replacement: RegistryEntry?,
        _ body: (inout State) -> Void,
        filing choose: (RegistryEntry) -> RegistryEntry = { $0 }
    ) {
        var copies: (entries: [RegistryEntry], isWhole: Bool)?
        while true {
            let step = state.withLock { state -> FilingStep in
                var received: [RegistryEntry]?
                var replaced: [Replaced] = []
                if !state.sharing.hasFiled(group) {
                    let needsAll = replacement == nil || state.sharing.hasCopies
                    let suffice = copies.map { $0.isWhole || !needsAll } ?? false
                    guard suffice || state.sharing.has(group) else {
                        return .copy(from: state.sharing.origin, isWhole: needsAll)
                    }
                    received = state.sharing.take(group)
                    for entry in received?.map({ $0.copy() }) ?? copies?.entries ?? [] {
                        replaced.append(file(choose(entry), in: &state))
                    }
                }
                body(&state)
                return .filed(received: received, replaced: replaced)
            }
            withExtendedLifetime((copies, step)) {}
            guard case .copy(let origin, let isWhole) = step else { return }
            copies = (origin?.copies(of: group, except: isWhole ? nil : replacement) ?? [], isWhole)
        }
    }

    /// Takes a group from the origin, if it was not taken before.
    func take(_ group: KeyGroup) {
        guard hasOrigin else { return }
        withFiled(group, except: nil) { _ in }
        forgetTakingIfNowhere(group)
    }

    /// Takes the groups of the registrations with a tag.
    func take(tag: TableTag) {
        for group in state.groups({ $0.groups(withTag: tag) }) { take(group) }
    }

    /// Takes the groups of a type, at most the given number.
    func take(allOf type: any Any.Type, atMost limit: Int = .max) {
        let type = ObjectIdentifier(type)
        guard hasOrigin, !state.withLock({ $0.sharing.hasFiled(allOf: type) }) else { return }
        for group in state.groups({ $0.groups(of: type).prefix(limit) }) { take(group) }
        if limit == .max { state.withLock { $0.sharing.noteTaking(allOf: type) } }
    }

    /// Takes groups of any types, at most the given number.
    func take(atMost limit: Int) {
        guard hasOrigin else { return }
        for group in state.groups({ $0.groups(atMost: limit) }) { take(group) }
    }

    /// Takes all groups, after which the container needs no origin.
    func takeAll() {
        guard hasOrigin else { return }
        take(atMost: .max)
        let former = state.withLock { state in
            let former = state.sharing
            state.sharing.forgetOrigin()
            return former
        }
        // A reader that has found nothing here before the last group was filed must not go on to the parent.
        Reclamation.waitForReaders()
        detours.bitwiseAnd(~Detour.origin, ordering: .releasing)
        withExtendedLifetime(former) {}
    }

    /// Passes a group to the copies of this container and of those above before a registration gets other settings.
    ///
    /// An override is filed at every level of its chain.
    func passToCopies(_ group: @autoclosure () -> KeyGroup) {
        visitChain { container in
            if container.isCopied.load(ordering: .acquiring) {
                container.state.withLockReleasing { $0.passToCopies(group()) }
            }
        }
    }
}
