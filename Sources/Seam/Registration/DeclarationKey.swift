/// What tells one declared factory from another: the place where its closure is written, and its types.
///
/// The place is compared by its contents, since one literal may stand at several addresses.
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
