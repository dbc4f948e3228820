/// A negative cache of unregistered types, so that later look-ups miss fast.
extension Container {
    /// Whether a key without arguments is registered nowhere in the chain, as far as a lock-free reader can tell.
    @usableFromInline @inline(never)
    func isKnownToBeAbsent(_ signature: Signature, name: ServiceName?) -> Bool {
        if let name { isNamedKeyAbsent(signature, name) } else { isMarkedAbsent(signature) }
    }

    /// Whether a key with a name is registered nowhere: no container in the chain has its tag.
    ///
    /// The answer is `false` until a request has found that the type is no ``DerivedService``.
    private func isNamedKeyAbsent(_ signature: Signature, _ name: ServiceName) -> Bool {
        guard table.isMarkedAbsent(Self.underivedTag(of: signature)) else { return false }
        let nameHash = name.hash
        let tag = RegistryEntry.tag(signature: signature, nameHash: nameHash)
        // The detours are read before the tags: a copy that needs none any more has filed everything.
        return nearest { !$0.certainlyLacks(signature, nameHash: nameHash) || !$0.table.lacks(tag) } == nil
    }

    /// Whether a type without name and arguments was not found before, and was not registered since.
    ///
    /// The word of such a tag is that of the signature, which is unique among the keys without a name.
    @inline(__always)
    private func isMarkedAbsent(_ signature: Signature) -> Bool {
        let tag = RegistryEntry.tag(signature: signature, nameHash: 0)
        return nearest { !$0.table.isMarkedAbsent(tag) } == nil
    }

    /// Records that a request without arguments has found nothing under its key, and that its type is no
    /// ``DerivedService``.
    func noteAbsence(of signature: Signature, name: ServiceName?) {
        let tag = RegistryEntry.tag(signature: signature, nameHash: name.hash)
        guard name != nil else {
            visitChain { $0.markAbsent(tag: tag) }
            return
        }
        markAbsent(tag: Self.underivedTag(of: signature))
        markPassable(tag, below: nil)
    }

    /// The tag by which a table marks a type that is no ``DerivedService``; a signature is an even address.
    private static func underivedTag(of signature: Signature) -> TableTag { TableTag(word: signature.word | 1) }
}
