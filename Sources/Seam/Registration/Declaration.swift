/// A declared factory as a container knows it: the entry that keeps its instances, and the one that overrides it.
struct Declaration: Sendable {
    /// The entry of the declaration itself, whose closure is not stored.
    var declared: RegistryEntry?
    /// The entry of an override.
    var override: RegistryEntry?

    var entries: [RegistryEntry] { [declared, override].compactMap { $0 } }

    /// The override without its instances, for a copy of the container.
    func copy() -> Declaration { Declaration(declared: nil, override: override?.copy()) }
}

/// The identity of a declared factory: the place where its closure is written, and its types.
///
/// File IDs are compared by their text, since one literal may have several addresses.
struct DeclarationKey: Hashable, Sendable {
    let fileID: StaticString
    let line: UInt
    let column: UInt
    let signature: UInt

    static func == (left: Self, right: Self) -> Bool {
        left.signature == right.signature && left.line == right.line && left.column == right.column
            && left.fileID.hasSameText(as: right.fileID)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(signature)
        hasher.combine(line)
        hasher.combine(column)
    }
}
