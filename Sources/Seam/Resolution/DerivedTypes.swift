/// A ``DerivedService`` that was resolved before, without arguments.
///
/// The look-up of a conformance takes longer than making an object, so its result is kept for the life of the process:
/// a type keeps its conformances.
private final class DerivedType: Sendable {
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
    /// The type with a signature, if it was derived before, and the key is registered nowhere in the chain, as far as a
    /// lock-free reader can tell.
    func derivedType(with signature: Signature, name: ServiceName?) -> (any DerivedService.Type)? {
        guard let derived = DerivedType.find(signature) else { return nil }
        let record = ThreadLocal.record(under: threadKey)
        record.beginReading()
        defer { record.endReading() }
        let isRegistered = if let name { !lacks(signature, name) } else { !lacks(signature, NoName()) }
        return isRegistered ? nil : derived.use { $0.type }
    }

    /// Records that a key without arguments is derived or, if there is no such type, that it is absent.
    func noteDerived(_ type: (any DerivedService.Type)?, for request: Request) {
        guard !request.takesArguments else { return }
        guard let type else { return noteAbsence(of: request.signature, name: request.name) }
        DerivedType.note(type, request.signature)
    }
}

extension DerivedService {
    /// The instance in a box; `nil` if the type does not answer the request.
    static func box(for request: Request) throws(ResolutionError) -> ValueBox? {
        answers(request) ? ValueBox(try derive(request)) : nil
    }

    /// The instance, for a caller that knows the type by another name.
    ///
    /// - Precondition: `Service` is this type: the one whose signature was asked for.
    static func instance<Service>(for request: Request) throws(ResolutionError) -> Service {
        unsafe unsafeBitCast(try derive(request), to: Service.self)
    }
}
