/// The declaration that an entry belongs to; `Factory` has the closure.
///
/// An entry is made when the service is first used, or when it is overridden.
@usableFromInline
final class Declaration: Sendable {
    let place: DeclarationPlace
    /// Whether instances are completed by decorators or hooks of the declaration, which only its requests know.
    let hasParts: Bool

    init(_ place: DeclarationPlace, hasParts: Bool) {
        self.place = place
        self.hasParts = hasParts
    }
}

/// The place where a declared service is written: with its types, the key of the service.
///
/// The registry files the service under the place as if it were a name. Texts are compared by their content, since one
/// literal may have several addresses.
@usableFromInline
struct DeclarationPlace: Sendable {
    @usableFromInline let fileID: StaticString
    @usableFromInline let line: UInt
    @usableFromInline let column: UInt
    /// The property, or the function that declares several services.
    @usableFromInline let function: StaticString

    @inlinable @inline(__always)
    init(fileID: StaticString, line: UInt, column: UInt, function: StaticString) {
        self.fileID = fileID
        self.line = line
        self.column = column
        self.function = function
    }

    var site: StaticCallSite { StaticCallSite(fileID: fileID, line: line) }
}

extension DeclarationPlace: RequestName {
    /// A word that is no hash of a name, and not that of no name: it is even, and not 0.
    @usableFromInline var hash: UInt {
        UInt(truncatingIfNeeded: FibonacciHash.product(line << 16 ^ column) >> 8) << 2 | 2
    }

    @usableFromInline
    func isName(of entry: RegistryEntry) -> Bool {
        guard let other = entry.declaration?.place else { return false }
        return line == other.line && column == other.column && fileID.hasSameText(as: other.fileID)
            && function.hasSameText(as: other.function)
    }

    @usableFromInline var optional: ServiceName? { nil }
}

/// The parts of a declared service that its requests bring along: no container stores them, because they may hold it.
struct DeclaredParts: Sendable {
    let factory: ErasedFactory
    /// The decorators and hooks, if there are any.
    let settings: Settings?
}

// MARK: - The registry of declared services

extension Container {
    /// The nearest entry of a declared service: an override, or the entry of the outermost container, which is made on
    /// first use.
    func nearestEntry(
        signature: UInt,
        declaredAt place: DeclarationPlace,
        otherwise make: () -> RegistryEntry
    ) -> Found {
        var container = self
        while true {
            container.prepareForUse()
            if let entry = container.ownEntry(signature: signature, place) { return (entry, container) }
            guard let parent = container.parent else { return (container.fileUnlessPresent(make()), container) }
            container = parent
        }
    }

    /// The nearest entry of a declared service, if there is one.
    func nearestEntry(signature: UInt, declaredAt place: DeclarationPlace) -> RegistryEntry? {
        for container in chain {
            container.prepareForUse()
            if let entry = container.ownEntry(signature: signature, place) { return entry }
        }
        return nil
    }

    /// Files an entry of a declared service, unless another thread has filed one meanwhile.
    private func fileUnlessPresent(_ entry: RegistryEntry) -> RegistryEntry {
        guard let place = entry.declaration?.place else { return entry }
        return state.withLock { state in
            if let present = ownEntry(signature: entry.signature, place) { return present }
            entry.noteFiling()
            if state.isDecorated(entry.type, name: nil) { entry.configure { $0.isDecorated = true } }
            _ = table.insert(entry, tag: entry.tag) { _ in false }
            state.recordVariant(entry, replacing: nil)
            return entry
        }
    }

    /// Unlinks the entry of a declared service, here and in the copies above during `withOverrides`.
    func unlink(signature: UInt, declaredAt place: DeclarationPlace) {
        prepareForUse()
        let (removed, ancestors) = state.withLock { state -> (RegistryEntry?, [Container]) in
            let ancestors = state.copiedAncestors.map(\.self)
            guard let entry = ownEntry(signature: signature, place) else { return (nil, ancestors) }
            state.forgetDeclared(entry)
            state.keeping[ObjectIdentifier(entry)] = nil
            return (table.remove(tag: entry.tag) { $0.is(entry) }, ancestors)
        }
        if let removed { Self.discard([removed]) }
        for ancestor in ancestors { ancestor.unlink(signature: signature, declaredAt: place) }
    }

    /// The container's own entries of declared services of a type.
    func declaredEntries(of type: any Any.Type) -> [RegistryEntry] {
        state.withLock { $0.declared[ObjectIdentifier(type)]?.map(\.self) ?? [] }
    }

    /// The container's own overrides of declared services.
    var overriddenEntries: [RegistryEntry] {
        state.withLock { $0.declared.values.joined().filter { $0.kind != .declaration } }
    }
}
