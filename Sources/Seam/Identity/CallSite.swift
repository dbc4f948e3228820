/// A place in source code.
public struct CallSite: Hashable, Sendable, CustomStringConvertible {
    /// The module and file, as `#fileID` writes them.
    public let fileID: String
    /// The line, counted from 1.
    public let line: Int

    fileprivate init(_ site: StaticCallSite) {
        fileID = site.fileID.description
        line = Int(site.line)
    }

    /// The file and the line, separated by a colon.
    public var description: String { "\(fileID):\(line)" }
}

/// A place in source code that is cheap to pass on: the ``CallSite`` is made when an error is read.
@usableFromInline
struct StaticCallSite: Equatable, Sendable {
    @usableFromInline let fileID: StaticText
    @usableFromInline let line: UInt
}

extension StaticCallSite {
    @inlinable
    init(fileID: StaticString, line: UInt) {
        self.fileID = StaticText(fileID)
        self.line = line
    }

    var callSite: CallSite { CallSite(self) }

    /// The place of the requests that aliases make, which no line of source makes.
    ///
    /// A failure gets the place of the request for the alias. If an `onResolved` hook fails when no request waits any
    /// more, its failure gets the place of the registration.
    static var ofAlias: StaticCallSite { StaticCallSite(fileID: StaticText(""), line: 0) }

    var isOfAlias: Bool { self == .ofAlias }

    /// Stops the program with a text, before which the standard library prints this place.
    func trap(_ text: String) -> Never { fatalError("\n" + text, file: fileID.string, line: line) }
}

/// The place of a declaration in the source; together with its types, it is the key of the declared service.
///
/// Each read of a declaration makes one. It has three fields, so that a ``Factory`` has six in all: the optimiser takes
/// a structure of up to six apart, and counts no reference for a copy of it.
@usableFromInline
struct DeclarationPlace: Equatable, Sendable {
    /// The line, and behind it 32 bits of the column; the first property, since places differ in it most often.
    @usableFromInline let position: UInt64
    @usableFromInline let fileID: StaticText
    /// The property, or the function that declares several services.
    @usableFromInline let function: StaticText

    @inlinable @inline(__always)
    init(fileID: StaticString, line: UInt, column: UInt, function: StaticString) {
        position = UInt64(line) << 32 | UInt64(UInt32(truncatingIfNeeded: column))
        self.fileID = StaticText(fileID)
        self.function = StaticText(function)
    }

    var site: StaticCallSite { StaticCallSite(fileID: fileID, line: UInt(position >> 32)) }
}
