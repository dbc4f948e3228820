/// The registration that a request leads to, with its scope, cache, owner and settings.
///
/// The target is found once, by ``Container/target(of:site:isQuery:)``, and all later steps use it. It is found anew
/// only if its registration was replaced or given another scope, or a container was given a decorator meanwhile.
struct Target {
    let entry: RegistryEntry
    /// The container that the registration was found in.
    let owner: Container
    /// The container that the instance is built in, and that keeps it if the scope does.
    let builder: Container
    let settings: Settings
    /// The kept instances, under a scope that outlives requests.
    let cache: InstanceCache?
    /// The parts that are not those of the registration; `nil` for most targets.
    private let deviation: Deviation?
    /// Whether the factory, a decorator or a hook runs on the main actor; see ``needsMainActor(_:)`` for declarations.
    let needsMainActor: Bool

    /// The parts in which a target differs from its registration: it is an alias, a container decorates it, or nothing
    /// may be kept for it.
    private final class Deviation: Sendable {
        let scope: Scope
        let end: RegistryEntry
        let containerDecorators: [ContainerDecorator]

        init(scope: Scope, end: RegistryEntry, containerDecorators: [ContainerDecorator]) {
            (self.scope, self.end, self.containerDecorators) = (scope, end, containerDecorators)
        }
    }

    /// The target of a registration, under its own scope.
    fileprivate init(_ found: Container.Found, asked: Container, _ settings: Settings, _ cache: InstanceCache?) {
        let builder = settings.scope.lifetime.isOfAskedContainer ? asked : found.owner
        guard builder.mayDecorate(found.entry.type, upTo: Container.outermost(filing: found)) else {
            self.init(found, in: builder, settings, cache, nil)
            return
        }
        self.init(found, asked: asked, settings, scope: settings.scope, cache: cache, end: found.entry)
    }

    /// The target of a registration that is an alias, that a container may decorate, or that is not kept as its
    /// settings say.
    ///
    /// - Parameter isDecorated: Whether containers decorate the instance; not that of an alias that gives out the
    ///   instance of its target.
    @inline(never)  // It is long, and has several callers.
    fileprivate init(
        _ found: Container.Found,
        asked: Container,
        _ settings: Settings,
        scope: Scope,
        cache: InstanceCache?,
        end: RegistryEntry,
        isDecorated: Bool = true
    ) {
        let (entry, owner) = found
        let builder = scope.lifetime.isOfAskedContainer ? asked : owner
        let top = Container.outermost(filing: found)
        let decorators =
            isDecorated && builder.mayDecorate(entry.type, upTo: top)
            ? builder.decorators(of: entry.type, name: entry.name, upTo: top) : []
        let deviation = Deviation(scope: scope, end: end, containerDecorators: decorators)
        self.init(found, in: builder, settings, cache, deviation)
    }

    private init(
        _ found: Container.Found,
        in builder: Container,
        _ settings: Settings,
        _ cache: InstanceCache?,
        _ deviation: Deviation?
    ) {
        (entry, owner) = found
        (self.builder, self.settings, self.cache, self.deviation) = (builder, settings, cache, deviation)
        needsMainActor =
            settings.isOnMainActor || deviation?.containerDecorators.contains(where: \.isOnMainActor) == true
    }
}

extension Target {
    /// The scope of the instance; for an alias with decorators, that of its target.
    var scope: Scope { deviation?.scope ?? settings.scope }

    var lifetime: Scope.Lifetime { scope.lifetime }

    /// The registration at the end of a chain of aliases; the entry itself, if it is no alias.
    var end: RegistryEntry { deviation?.end ?? entry }

    /// Whether an alias passes the request on to a registration that shares its instance.
    ///
    /// Such an alias may be asked for again while the hooks of the instance run: the request then finds the instance.
    var isPassedOn: Bool {
        guard case .unique = lifetime else { return false }
        return entry.aliasTarget != nil && end.settings.scope != .unique
    }

    /// The decorators of containers, the innermost first: those of the owner, then of each one down to the builder;
    /// those of an override begin at the outermost container that files it.
    var containerDecorators: [ContainerDecorator] { deviation?.containerDecorators ?? [] }

    /// The target without its cache: only the request gets the instance, which is built in the same container.
    var unkept: Target {
        Target(
            (entry, owner),
            asked: builder,
            settings,
            scope: .unique,
            cache: nil,
            end: end,
            isDecorated: !containerDecorators.isEmpty
        )
    }

    /// Whether a reset under way drops the instance, or the one that an alias is made of.
    ///
    /// A reset of any level that files an override drops the instance of the override.
    var isBeingReset: Bool {
        if builder.isResetting(scope) { return true }
        guard entry !== end || !entry.isFiledOnce else { return false }
        return builder.chain.contains { $0.hasFiled(end) && $0.isResetting(scope) }
    }

    /// Whether the cache is out of use: the registration was replaced or removed, or has another scope now.
    fileprivate var isRetired: Bool { lifetime.outlivesRequests && cache?.isRetired != false }

    /// Whether a request has to find its target anew: its registration has changed, or a container was shut down.
    var isOutOfUse: Bool { isRetired || builder.isClosed || owner.isClosed }
}

// MARK: - While registrations change

extension Container {
    /// The target of a registration that a request has found, or of the one that has taken its place since.
    ///
    /// - Parameter declared: The parts of a declared service that come with the request.
    /// - Throws: `containerClosed` if a container that the request needs was shut down: it keeps no instance. A request
    ///   that has begun before still gets its registered values.
    func presentTarget(
        of found: Found,
        _ declared: DeclaredParts?,
        site: StaticCallSite
    ) throws(ResolutionError) -> Target {
        var found = present(found, declared)
        while true {
            let target = try target(of: found, site: site)
            if target.builder.isClosed || found.owner.isClosed {
                guard found.owner.isOfValue(found.entry) else {
                    throw Failure.closed(path: Stack().path + [found.entry.key], site: site)
                }
                return target.unkept
            }
            guard target.isRetired else { return target }
            let present = present(found, declared)
            guard present.entry !== found.entry else { return target.unkept }
            found = present
        }
    }

    /// A registration that a request has found; if that was replaced, the one that has its key now.
    ///
    /// If there is none any more, the request gets an instance of the removed one, which is not kept.
    private func present(_ found: Found, _ declared: DeclaredParts?) -> Found {
        let (entry, owner) = found
        guard !entry.isFiled, entry.isFoundByKey else { return found }
        if entry.declaration != nil {
            // The closure of a declaration comes with the request, if it is that of a `Factory`.
            let present = owner.ownEntry(like: entry).flatMap { declared == nil && $0.isDeclaration ? nil : $0 }
            return (present ?? entry, owner)
        }
        return nearestEntry(signature: entry.signature, entry.name) ?? found
    }
}

// MARK: - Finding it

extension Container {
    /// The target of a registration that this container was asked for; follows aliases to the end.
    ///
    /// If a decorated alias leads elsewhere by now, its cache is renewed, and its former instances are released.
    ///
    /// - Parameter isQuery: Whether the target is only looked at: nothing is changed then, and the cache may be that of
    ///   a former target.
    /// - Throws: `incompatibleAlias` with the circle in the path, if aliases lead back to themselves.
    func target(
        of found: Found,
        site: StaticCallSite,
        isQuery: Bool = false
    ) throws(ResolutionError) -> Target {
        if let home = Self.home(of: found) { return try target(of: (found.entry, home), site: site, isQuery: isQuery) }
        guard found.entry.aliasTarget != nil else {
            let (settings, cache) = found.entry.settingsAndCache
            return Target(found, asked: self, settings, cache)
        }
        let settings = found.entry.settings
        let (aliases, end, isDecorated) = try aliases(from: found, site: site)
        // An alias whose target is gone fails. Its own cache, which another request may have renewed for a new target
        // since, would be derived from itself.
        guard isDecorated, end !== found.entry else {
            return Target(found, asked: self, settings, scope: .unique, cache: nil, end: end, isDecorated: isDecorated)
        }
        let (settingsOfEnd, cacheOfEnd) = end.settingsAndCache
        let cache =
            isQuery ? found.entry.cacheIfMade : cacheOfEnd.map { found.entry.renewCache(derivedFrom: $0, by: aliases) }
        return Target(found, asked: self, settings, scope: settingsOfEnd.scope, cache: cache, end: end)
    }

    /// The container that keeps the instance of an override instead of its owner: the innermost of the levels, as far
    /// as they still file the override and are not closed.
    ///
    /// `nil` if the owner is that container. The innermost container of a copied chain need not be a level: it may be
    /// the copy of a child that was made inside the override.
    private static func home(of found: Found) -> Container? {
        let (entry, owner) = found
        guard !entry.isFiledOnce else { return nil }
        let innermost = owner.state.withLock { $0.overrides.contains(entry) ? $0.overrides.home : nil }?.object
        guard let innermost else { return nil }
        let home = withExtendedLifetime(innermost) {
            innermost.nearest { $0 === owner || ($0.hasFiled(entry) && !$0.isClosed) }?.object
        }
        return home === owner ? nil : home
    }

    /// The registration at the end of a chain of aliases; the registration itself, if it is no alias.
    ///
    /// - Throws: `incompatibleAlias` with the circle in the path, if aliases lead back to themselves.
    func end(of found: Found, site: StaticCallSite) throws(ResolutionError) -> RegistryEntry {
        try aliases(from: found, site: site).end
    }

    /// Whether a registration of this container is that of a value, or an alias of one.
    func isOfValue(_ entry: RegistryEntry) -> Bool { (try? end(of: (entry, self), site: entry.site))?.kind == .value }

    /// Follows an alias from the container that looks for its target.
    ///
    /// A decorated alias shares the instance that its owner keeps, and looks for its target there.
    ///
    /// - Returns: The aliases in between, the registration at the end, and whether the alias has an instance of its
    ///   own.
    private func aliases(
        from found: Found,
        site: StaticCallSite
    ) throws(ResolutionError) -> (between: [RegistryEntry], end: RegistryEntry, isDecorated: Bool) {
        let (entry, owner) = found
        let top = Container.outermost(filing: found)
        let ofAsked = try followAliases(from: found, site: site)
        let undecorated = (ofAsked.between, ofAsked.end, false)
        // The container that keeps an override need not be above the one that was asked.
        guard mayDecorate(entry.type, upTo: top) || owner.mayDecorate(entry.type, upTo: top) else { return undecorated }
        let ofOwner = try owner.followAliases(from: found, site: site)
        // The container that was asked builds the alias of such a service, and decorates it.
        let builder = ofOwner.end.settings.scope.lifetime.isOfAskedContainer ? self : owner
        guard !builder.decorators(of: entry.type, name: entry.name, upTo: top).isEmpty else { return undecorated }
        return (ofOwner.between, ofOwner.end, true)
    }

    /// Follows an alias to the registration that it stands for.
    ///
    /// - Returns: The aliases in between, and the registration at the end.
    private func followAliases(
        from found: Found,
        site: StaticCallSite
    ) throws(ResolutionError) -> (between: [RegistryEntry], end: RegistryEntry) {
        var chain = [found.entry]
        var last = found
        while let target = last.entry.aliasTarget,
            let next = nearestEntry(target)
        {
            guard !chain.contains(where: { $0 === next.entry }) else {
                let circle = (chain + [next.entry]).map(\.key)
                throw Failure.aliasCircle(path: Stack().path.prefix { $0 != circle[0] } + circle, site: site)
            }
            chain.append(next.entry)
            last = next
        }
        return (Array(chain.dropFirst().dropLast()), last.entry)
    }
}
