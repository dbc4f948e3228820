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

/// The place of a declaration in the source; together with its types, it is the key of the declared service.
///
/// Texts are compared by their content, since one literal may have several addresses.
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

extension DeclarationPlace: Hashable {
    @usableFromInline
    static func == (left: Self, right: Self) -> Bool {
        left.line == right.line && left.column == right.column && left.fileID.hasSameText(as: right.fileID)
            && left.function.hasSameText(as: right.function)
    }

    @usableFromInline
    func hash(into hasher: inout Hasher) {
        hasher.combine(line)
        hasher.combine(column)
    }
}
