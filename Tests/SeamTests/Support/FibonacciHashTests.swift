import Testing

@testable import Seam

struct FibonacciHashTests {
    /// The metadata of small classes lie 88 bytes apart, for example, and registrations as far as the allocator puts
    /// them.
    private static let distances = Array(stride(from: 8, through: 1024, by: 8))

    @Test(arguments: [64, 512, 2048]) func wordsAtEqualDistancesAreFoundAfterFewProbes(capacity: Int) {
        for distance in Self.distances {
            var isTaken = Array(repeating: false, count: capacity)
            var probes = 0
            for number in 0..<(capacity / 2) {
                let hash = ConcurrentTable<RegistryEntry>.hash(0x5555_5560_28E0 + UInt(number * distance))
                var place = Int(hash & UInt(capacity - 1))
                probes += 1
                while isTaken[place] {
                    place = (place + 1) % capacity
                    probes += 1
                }
                isTaken[place] = true
            }
            #expect(Double(probes) / Double(capacity / 2) < 5, "\(distance)")
        }
    }

    @Test func frameOfAnEntryIsFoundAmongManyAfterFewOthers() {
        for distance in Self.distances {
            var counts: [Int: Int] = [:]
            for number in 0..<256 {
                counts[ThreadRecord.bucket(of: 0x5555_557A_0010 + UInt(number * distance)), default: 0] += 1
            }
            let visits = counts.values.reduce(0) { $0 + $1 * ($1 + 1) / 2 }
            #expect(Double(visits) / 256 < 4, "\(distance)")
        }
    }
}
