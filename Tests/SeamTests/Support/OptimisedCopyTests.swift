#if os(Linux) && !DEBUG
import Foundation
import Testing

/// The functions that take a reference before a read ends, as the optimiser compiles them.
///
/// From functions like these it makes others that return what they find without a reference, and takes that in the
/// caller: there it may come after the end of the read. The name of such a one ends in `_g`.
struct OptimisedCopyTests {
    @Test(arguments: ["16copyOfBoxedValue", "8BorrowedV8retained", "7WeakBoxC12retainObject", "7WeakBoxC4take"])
    func referenceIsTakenInTheFunction(_ name: String) throws {
        let symbols = try Self.symbols(beginningWith: "$s4Seam" + name)
        #expect(!symbols.isEmpty)
        #expect(symbols.filter { $0.hasSuffix("_g") } == [])
    }

    /// The symbols of this program.
    private static func symbols(beginningWith prefix: String) throws -> Set<String> {
        let program = try Data(contentsOf: URL(filePath: "/proc/self/exe"), options: .mappedIfSafe)
        let prefix = Data(prefix.utf8)
        var symbols: Set<String> = []
        var rest = program.startIndex..<program.endIndex
        while let found = program.range(of: prefix, in: rest) {
            let end = program[found.lowerBound...].firstIndex(of: 0) ?? program.endIndex
            symbols.insert(String(decoding: program[found.lowerBound..<end], as: UTF8.self))
            rest = end..<program.endIndex
        }
        return symbols
    }
}
#endif
