import TestKit
import Testing

@testable import Seam

/// A closure inside a structure that is generic in its types.
private struct Maker<Value> {
    let call: @Sendable (Int) throws -> Value
}

struct ErasedClosureTests {
    /// Erases and calls in code that knows no type: nothing here is specialised.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    private static func erased<Value>(_ make: @escaping @Sendable (Int) throws -> Value) -> ErasedClosure {
        ErasedClosure(Maker(call: make))
    }

    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    private static func called<Value>(_ closure: ErasedClosure, _ number: Int) throws -> Value {
        try closure.typed(as: Maker<Value>.self).call(number)
    }

    @Test func specialisedCodeCallsClosuresErasedByGenericCode() throws {
        #expect(try Self.erased { $0 + 1 }.typed(as: Maker<Int>.self).call(4) == 5)
        #expect(try Self.erased { "\($0)" }.typed(as: Maker<String>.self).call(4) == "4")
        #expect(
            try Self.erased { LargeValue(words: ($0, 0, 0, 0, 0, 0, 0, 9)) }.typed(as: Maker<LargeValue>.self)
                .call(4).words.7 == 9
        )
    }

    @Test func genericCodeCallsClosuresErasedBySpecialisedCode() throws {
        #expect(try Self.called(ErasedClosure(Maker { $0 + 1 }), 4) == 5)
        #expect(try Self.called(ErasedClosure(Maker { "\($0)" }), 4) == "4")
        let large: LargeValue = try Self.called(
            ErasedClosure(Maker { LargeValue(words: ($0, 0, 0, 0, 0, 0, 0, 9)) }),
            4
        )
        #expect(large.words.0 == 4 && large.words.7 == 9)
    }

    @Test func errorPassesThrough() {
        let closure = ErasedClosure(Maker<Int> { _ in throw Fixtures.Breakdown() })
        #expect(throws: Fixtures.Breakdown()) { try closure.typed(as: Maker<Int>.self).call(1) }
    }

    @Test func contextIsReleasedWithTheLastCopy() throws {
        let living = Counter()
        do {
            let counted = CountedObject(living)
            let closure = ErasedClosure(Maker { _ in counted.isIntact })
            let copies = [closure, closure]
            for copy in copies { #expect(try copy.typed(as: Maker<Bool>.self).call(0)) }
            #expect(living.count == 1)
        }
        #expect(living.count == 0)
    }
}
