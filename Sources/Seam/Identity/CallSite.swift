/// A place in source code.
public struct CallSite: Hashable, Sendable, CustomStringConvertible {
    /// The module and file, as `#fileID` writes them.
    public let fileID: String
    /// The line, counted from 1.
    public let line: Int

    init(fileID: StaticString, line: UInt) {
        self.fileID = fileID.description
        self.line = Int(line)
    }

    /// The file and the line, separated by a colon.
    public var description: String { "\(fileID):\(line)" }
}

/// A place in source code that is cheap to pass on: the ``CallSite`` is made when an error is read.
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
