/// A type that is resolved without a registration of its own, by the registrations of another type.
protocol DerivedService: SendableMetatype {
    /// Whether an instance can be derived for the request.
    static func answers(_ request: Request) -> Bool
    /// The instance for a request that the type answers.
    static func derive(_ request: Request) throws(ResolutionError) -> Self
    /// The instance for a request without arguments after a shortcut: no other container answers for this one.
    static func derive(
        in container: Container,
        name: ServiceName?,
        site: StaticCallSite
    ) throws(ResolutionError) -> Self
    /// The instance for an asynchronous request, in a box; `nil` if the other type is unknown as well.
    static func deriveAsync(_ request: Request, in resolution: Resolution) async throws -> ValueBox?
    /// The service that instances are made of.
    static var source: DerivedSource { get }
}

/// The service that an instance of a ``DerivedService`` is made of.
enum DerivedSource {
    /// The instance of another type, or `nil`.
    case optional(any Any.Type)
    /// The instance of another type, resolved later, and held from then on or not.
    case lazy(any Any.Type, any ArgumentList.Type, isHeld: Bool)
    /// The instances of all registrations of another type.
    case all(any Any.Type)
}

// MARK: - Known types

/// A ``DerivedService`` that was resolved before, without arguments.
///
/// The look-up of a conformance takes longer than making an object, so its result is kept for the life of the process:
/// a type keeps its conformances.
@usableFromInline
final class DerivedType: Sendable {
    let signature: Signature
    let type: any DerivedService.Type

    private static let known = ConcurrentTable<DerivedType>()
    /// Taken by a thread that changes `known`.
    private static let lock = Lock(())

    private init(_ type: any DerivedService.Type, _ signature: Signature) {
        self.signature = signature
        self.type = type
    }

    /// The type with a signature.
    ///
    /// The reader announces nothing: no type is ever removed, so every object that it finds stays alive.
    static func find(_ signature: Signature) -> Borrowed<DerivedType>? {
        known.find(TableTag(word: signature.word)) { $0.use { $0.signature == signature } }
    }

    static func note(_ type: any DerivedService.Type, _ signature: Signature) {
        lock.withLock { _ in
            guard find(signature) == nil else { return }
            _ = known.insert(DerivedType(type, signature), tag: TableTag(word: signature.word)) { _ in false }
        }
    }
}

extension Container {
    /// The instance of a type that was derived before, for a key without arguments that is registered nowhere.
    @usableFromInline @inline(never)
    func derivedInstance<Service>(
        _ derived: Borrowed<DerivedType>,
        _ name: ServiceName?,
        _ site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        func instance<Derived: DerivedService>(of _: Derived.Type) throws(ResolutionError) -> Service {
            // `Derived` is the service: the type whose signature was asked for.
            retyped(try Derived.derive(in: self, name: name, site: site), as: Service.self)
        }
        let type: any DerivedService.Type = derived.use { $0.type }
        return try instance(of: type)
    }

    /// Records that a key without arguments is derived or, if there is no such type, that it is absent.
    func noteDerived(_ type: (any DerivedService.Type)?, for request: Request) {
        guard !request.takesArguments else { return }
        guard let type else { return noteAbsence(of: request.signature, name: request.name) }
        DerivedType.note(type, request.signature)
    }
}

extension DerivedService {
    /// By default the instance is derived at once, since its other type is resolved later.
    static func deriveAsync(_ request: Request, in resolution: Resolution) async throws -> ValueBox? {
        try self.box(for: request)
    }

    /// The instance in a box; `nil` if the type does not answer the request.
    static func box(for request: Request) throws(ResolutionError) -> ValueBox? {
        answers(request) ? ValueBox(try derive(request)) : nil
    }

    static func derive(
        in container: Container,
        name: ServiceName?,
        site: StaticCallSite
    ) throws(ResolutionError) -> Self {
        let request = Request(
            container: container,
            type: self,
            signature: NoArguments.signature(of: self),
            name: name,
            list: NoArguments.self,
            site: site
        )
        guard answers(request) else { return try container.resolveSlowly(name, NoArguments(), site) }
        return try derive(request)
    }
}
