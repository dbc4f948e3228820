/// A `[T]` is resolved as all registrations and contributions of `T`.
extension Array: DerivedService {
    static func answers(_ request: Request) -> Bool { !request.takesArguments && request.name == nil }

    static func derive(_ request: Request) throws(ResolutionError) -> Self {
        do throws(ResolutionError) {
            return try request.container.instances(of: Element.self, site: request.site)
        } catch {
            throw request.failed(error)
        }
    }

    static var source: DerivedSource { .all(Element.self) }

    static func deriveAsync(_ request: Request, in resolution: Resolution) async throws -> ValueBox? {
        guard answers(request) else { return nil }
        let (container, asked) = (request.container, request.request(for: Element.self))
        var elements: [Element] = []
        do {
            for found in try container.entriesForAll(of: Element.self, site: request.site).all {
                let activation = try asked.activation(of: found)
                elements.append(try await activation.instance(in: resolution).value(as: Element.self))
            }
        } catch let error as ResolutionError {
            throw request.failed(error)
        }
        return ValueBox(elements)
    }
}

extension Request {
    /// The failure of an element of the array that is asked for, with the array on its path.
    ///
    /// A `tooDeep` failure has only both ends of the path.
    fileprivate func failed(_ error: ResolutionError) -> ResolutionError {
        let depth = Stack().path.count
        guard error.code != .tooDeep, depth < error.path.count else { return error }
        return ResolutionError(error, path: error.path[..<depth] + [key] + error.path[depth...])
    }
}

/// The registrations and contributions that a request for all services of a type leads to.
@usableFromInline
struct EntriesForAll {
    /// The container that was asked.
    @usableFromInline let container: Container
    /// Those of the container itself.
    @usableFromInline let own: [RegistryEntry]
    /// Those of the containers above, the outermost first.
    @usableFromInline fileprivate(set) var inherited: [Container.Found] = []

    /// All of them, in the order of their instances.
    var all: [Container.Found] { inherited + own.map { ($0, container) } }
}

extension Container {
    /// An instance of every registration and contribution of a type that takes no arguments.
    @inlinable
    func instances<Service>(of type: Service.Type, site: StaticCallSite) throws(ResolutionError) -> [Service] {
        let entries = try entriesForAll(of: type, site: site)
        // The instances share a graph, and their hooks run at the end of the request.
        return try ThreadLocal.record.withinOneRequest { () throws(ResolutionError) in
            var instances: [Service] = []
            instances.reserveCapacity(entries.inherited.count + entries.own.count)
            for found in entries.inherited { instances.append(try instance(of: type, found: found, site: site)) }
            for entry in entries.own {
                instances.append(try instance(of: type, found: (entry, entries.container), site: site))
            }
            return instances
        }
    }

    /// The instance of a registration without arguments that was not found by its key.
    @inlinable
    func instance<Service>(
        of type: Service.Type,
        found: Found,
        site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        let lookup = lookUp(found)
        switch lookup.shortcut {
        case .ready(let word):
            return readyInstance(at: word, lookup.record)
        case .call(let entry):
            return try calledInstance(entry.factory, lookup.record, NoArguments(), site)
        case .complete(let entry):
            return try completedInstance(entry, lookup.record, NoArguments(), site)
        case .graph, .keep, .indirect:
            lookup.record.endReading()
        case nil:
            break
        }
        return try slowInstance(of: type, found: found, site: site)
    }

    /// The instance of such a registration, if it has no shortcut.
    @usableFromInline @inline(never)
    func slowInstance<Service>(
        of type: Service.Type,
        found: Found,
        site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        let request = Request(type, name: found.entry.name, in: self, NoArguments.self, site: site)
        return try request.activation(of: found).instance(NoArguments())
    }

    /// The registrations and contributions that a request for all services of a type leads to.
    ///
    /// - Throws: `containerClosed` if the container or one of their owners was shut down.
    @usableFromInline
    func entriesForAll<Service>(of type: Service.Type, site: StaticCallSite) throws(ResolutionError) -> EntriesForAll {
        let container = ThreadLocal.record.destination(of: self)
        container.prepareForUse()
        let entries = container.entriesForAll(of: type)
        if let closed = container.isClosed ? container : entries.inherited.first(where: \.owner.isClosed)?.owner {
            throw Request(type, name: nil, in: self, NoArguments.self, site: site).reportClosed(closed)
        }
        return entries
    }

    /// Every registration and contribution of a type without arguments, parents first.
    func entriesForAll(of type: any Any.Type) -> EntriesForAll {
        var entries = EntriesForAll(container: self, own: ownEntriesForAll(of: type))
        // Most containers have no parent, and need no array of their chain.
        guard parent != nil else { return entries }
        var (hidden, below): (Set<ServiceName?>, [RegistryEntry]) = ([], entries.own)
        for container in chain.dropFirst() {
            // A registration in a child hides the parent's registration of the same key.
            hidden.formUnion(below.lazy.filter(\.isFoundByKey).map(\.name))
            below = container.ownEntriesForAll(of: type).filter { !$0.isFoundByKey || !hidden.contains($0.name) }
            entries.inherited.insert(contentsOf: below.map { ($0, container) }, at: 0)
        }
        return entries
    }

    /// The container's own registrations and contributions of a type that take no arguments.
    private func ownEntriesForAll(of type: any Any.Type) -> [RegistryEntry] {
        let (entries, signature) = (prepared { ownEntries(of: type) }, Signature(ObjectIdentifier(type)))
        return entries.allSatisfy { $0.signature == signature }
            ? entries : entries.filter { $0.signature == signature }
    }
}
