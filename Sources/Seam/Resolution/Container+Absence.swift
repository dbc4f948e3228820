/// What a container knows of types that nobody has registered: who asks for them again is told at once.
extension Container {
    /// Whether a type was asked for in vain, without name and arguments, and nobody has registered it since.
    ///
    /// The tag of such a key is its signature, which no other key without a name has.
    @usableFromInline
    func isMarkedAbsent(_ signature: UInt) -> Bool {
        table.isMarkedAbsent(signature) && (parent?.isMarkedAbsent(signature) ?? true)
    }

    /// Remembers that a type, which stands for no other, is not registered here or above.
    func markAbsent(_ signature: UInt) {
        if !table.isMarkedAbsent(signature) { state.withLock { _ in table.markAbsent(signature) } }
        parent?.markAbsent(signature)
    }

    /// Whether a reader finds a key in the container's table or in one above it; `false` also where it cannot tell.
    @usableFromInline
    func isFoundWithoutLock(signature: UInt, name: ServiceName?) -> Bool {
        let record = ThreadLocal.record(under: threadKey)
        record.beginReading()
        defer { record.endReading() }
        return nearest(signature: signature, name: name) != nil
    }
}
