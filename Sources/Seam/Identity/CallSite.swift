/// A place in source code.
public struct CallSite: Hashable, Sendable, CustomStringConvertible {
    /// The module and file, as `#fileID` writes them.
    public let fileID: String
    /// The line, counted from 1.
    public let line: Int

    init(_ site: StaticCallSite) {
        fileID = site.file.description
        line = Int(site.line)
    }

    /// The file and the line, separated by a colon.
    public var description: String { "\(fileID):\(line)" }
}

/// A place in source code that is cheap to pass on: the ``CallSite`` is made when an error is read.
@usableFromInline
struct StaticCallSite: Sendable {
    @usableFromInline let file: StaticText
    @usableFromInline let line: UInt

    @inlinable
    init(fileID: StaticString, line: UInt) {
        file = StaticText(fileID)
        self.line = line
    }

    init(file: StaticText, line: UInt) {
        self.file = file
        self.line = line
    }

    var callSite: CallSite { CallSite(self) }
}

/// The place of a declaration in the source; together with its types, it is the key of the declared service.
///
/// Each read of a declaration makes one. It has few words, so that the optimiser takes a ``Factory`` apart and counts
/// none of its references: it does so for structures of up to six.
@usableFromInline
struct DeclarationPlace: Equatable, Sendable {
    @usableFromInline let file: StaticText
    /// The property, or the function that declares several services.
    @usableFromInline let function: StaticText
    /// The line, followed by 32 bits of the column.
    @usableFromInline let position: UInt64

    @inlinable @inline(__always)
    init(fileID: StaticString, line: UInt, column: UInt, function: StaticString) {
        file = StaticText(fileID)
        self.function = StaticText(function)
        position = UInt64(line) << 32 | UInt64(UInt32(truncatingIfNeeded: column))
    }

    var site: StaticCallSite { StaticCallSite(file: file, line: UInt(position >> 32)) }

    @usableFromInline
    static func == (left: Self, right: Self) -> Bool {
        left.position == right.position && left.file == right.file && left.function == right.function
    }
}
