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
        let toRelease = other.state.withLock { source -> [Registry]? in
            guard source.emptyings == emptyings else { return nil }
            let origin = Sharing.Origin(registry: other.state, place: source.sharing.nextPlace)
            state.withLock { copy in
                copy.decorations = source.decorations.share()
                // The copy may lack registrations of a module that is being installed.
                copy.modules = source.modules.share(where: \.isDone)
                copy.skipped = source.skipped.share()
                copy.isOfDryRun = source.isOfDryRun
                copy.overrides = source.overrides
                copy.overrides.home = nil
                copy.sharing.begin(self, as: origin, depth: source.sharing.depth + 1)
                // At once, before the origin can change one of them.
                for group in source.overrides.groups {
                    guard let copies = source.copies(of: group, forCopyAt: origin.place) else { continue }
                    file(copies.map { source.overrides.first($0, in: &shared) }, ofTaken: group, in: &copy)
                }
            }
            let decorators = other.detours.load(ordering: .relaxed) & Detour.decorators
            detours.store(Detour.origin | decorators, ordering: .releasing)
            return source.sharing.add(state, of: other)
        }
        return withExtendedLifetime(toRelease) { toRelease != nil }
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

    /// Calls `body` under the lock, after a group was taken from the origin.
    ///
    /// Not inlined, and not generic: it is long, and every change of a registry calls it.
    ///
    /// - Parameter replacement: A registration that `body` makes. The one with its key need not be taken, unless this
    ///   container has copies.
    @inline(never)
    private func withFiled(_ group: KeyGroup, except replacement: RegistryEntry?, _ body: (inout State) -> Void) {
        var copies: (entries: [RegistryEntry], isWhole: Bool)?
        while true {
            // The group, or what is left of it without the replaced key, has to be copied first, under no lock.
            let missing = state.withLock { state -> (origin: Sharing.Origin?, isWhole: Bool)? in
                if !state.sharing.hasFiled(group) {
                    let needsAll = replacement == nil || state.sharing.hasCopies
                    guard let copies, copies.isWhole || !needsAll else { return (state.sharing.origin, needsAll) }
                    file(copies.entries, ofTaken: group, in: &state)
                }
                body(&state)
                return nil
            }
            // Released here, under no lock, if the origin has passed the group meanwhile.
            withExtendedLifetime(copies) {}
            guard let (origin, isWhole) = missing else { return }
            copies = (origin?.copies(of: group, except: isWhole ? nil : replacement) ?? [], isWhole)
        }
    }

    /// Files copies of a group of the origin; called under the lock.
    ///
    /// They replace no registration, and a decorator of this container takes no closure from their settings: so nothing
    /// of the user is released.
    func file(_ copies: [RegistryEntry], ofTaken group: KeyGroup, in state: inout State) {
        state.sharing.noteTaking(group)
        for entry in copies { _ = file(entry, in: &state) }
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
