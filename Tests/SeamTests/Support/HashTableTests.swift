import TestKit
import Testing

@testable import Seam

/// The hash table whose callers compute the hashes.
struct HashTableTests {
    private struct Pair {
        let key: Int
        var value: Int
    }

    private static func index(of key: Int, in table: HashTable<Pair>, hash: (Int) -> UInt) -> Int? {
        table.index(of: hash(key)) { $0.key == key }
    }

    /// Hashes that are all different, that come in runs, and that are all equal.
    private static let hashes: [@Sendable (Int) -> UInt] = [
        { UInt(bitPattern: $0.hashValue) }, { UInt($0 / 8) }, { _ in 7 },
    ]

    @Test(arguments: hashes.indices) func tableAgreesWithADictionary(kind: Int) {
        let hash = Self.hashes[kind]
        var (table, model): (HashTable<Pair>, [Int: Int]) = (HashTable(), [:])
        var random = SeededGenerator(seed: UInt64(kind))
        for step in 0..<4000 {
            let key = Int.random(in: 0..<100, using: &random)
            let index = Self.index(of: key, in: table, hash: hash)
            #expect(index.map { table[$0].value } == model[key])
            switch (index, Int.random(in: 0..<3, using: &random)) {
            case (let index?, 0):
                #expect(table.remove(at: index).value == model.removeValue(forKey: key))
            case (let index?, _):
                table[index].value = step
                model[key] = step
            case (nil, 0): break
            case (nil, _):
                let index = table.add(Pair(key: key, value: step), hash: hash(key))
                #expect(table[index].value == step)
                model[key] = step
            }
            #expect(table.count == model.count)
        }
        #expect(Dictionary(uniqueKeysWithValues: table.elements.map { ($0.key, $0.value) }) == model)
    }

    @Test func removedElementIsReleased() {
        var table = HashTable<CountedObject>()
        let alive = Counter()
        for hash in 0..<20 { _ = table.add(CountedObject(alive), hash: UInt(hash / 4)) }
        var random = SeededGenerator(seed: 1)
        for hash in (0..<20).shuffled(using: &random) {
            if let index = table.index(of: UInt(hash / 4), where: { _ in true }) { _ = table.remove(at: index) }
        }
        #expect(table.count == 0)
        #expect(alive.count == 0)
    }
}
