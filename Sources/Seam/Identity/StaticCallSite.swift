/// A place in source code that costs nothing to pass on: it becomes a ``CallSite`` when somebody reads it.
@usableFromInline
struct StaticCallSite: Sendable {
    @usableFromInline let fileID: StaticString
    @usableFromInline let line: UInt

    @inlinable
    init(fileID: StaticString, line: UInt) {
        self.fileID = fileID
        self.line = line
    }

    var callSite: CallSite { CallSite(fileID: fileID, line: line) }
}
