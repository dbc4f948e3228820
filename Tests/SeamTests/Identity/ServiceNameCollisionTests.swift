import Seam
import TestKit
import Testing

/// Names that were chosen to collide are found as fast as others.
struct ServiceNameCollisionTests {
    /// Strings of equal FNV-1a hashes, 64 bits wide with the prime 0x01000193, that begin with 0x811C9DC5.
    ///
    /// Either string of a pair leaves the hash in the same state, so all 2ⁿ combinations of *n* pairs collide.
    private static let pairs: [(String, String)] = [
        ("Ls3QETXrxQLA", "DJUc_4vTb-NN"), ("YCQdg rhX9RA", "QxsTa Pnre8J"), ("bQgg_BfPZDiq", "jHauQFhz 2ez"),
        ("ALlVXkAp59yk", "yelFTiEV-uQb"), ("n9RJ-nNkpBOK", "fFr.7f0OFLC4"), ("CqLcN7:3VfKp", "KnT-FmTWt0Gy"),
        ("YNUhw_uxM Ub", "Q7shy5IVEvaY"), ("ZmRn_.MAG:Cy", "BZRjQvEE3twn"), ("Ekz__oeNYypJ", "MPZ9Uee4-9ZC"),
        ("J67BB76fE_fV", "r1MRZMh8Qc8o"), ("ZKVGHUnHqGbM", "RRzuLO4NIKlB"), ("GWXsdXK4Y..M", "_HxEh8_R-plv"),
    ]

    private static func hash(_ string: String) -> UInt64 {
        string.utf8.reduce(0x811C_9DC5) { hash, byte in (hash ^ UInt64(byte)) &* 0x0100_0193 }
    }

    /// A name for every number, whose bits choose one string of each pair.
    private static func collidingName(_ number: Int) -> String {
        pairs.enumerated().map { index, pair in number >> index & 1 == 0 ? pair.0 : pair.1 }.joined()
    }

    /// A name of the same length whose hash is its own.
    private static func ordinaryName(_ number: Int) -> String {
        let text = "\(number)"
        return text + collidingName(number).dropFirst(text.count)
    }

    /// The shortest time in which each of the names is found once.
    private static func time(count: Int, _ name: (Int) -> String) -> Duration {
        let container = Container()
        let names = (0..<count).map { ServiceName(name($0)) }
        for (number, name) in names.enumerated() { container.register(name: name, value: number) }
        let rounds = (0..<3)
            .map { _ in
                CurrentThread.processorTime {
                    for (number, name) in names.enumerated() {
                        precondition(container.resolve(Int.self, name: name) == number)
                    }
                }
            }
        return rounds.min() ?? .zero
    }

    @Test func chosenNamesAreFoundAsFastAsOthers() {
        let names = (0..<4_096).map { Self.collidingName($0) }
        #expect(Set(names).count == 4_096)
        #expect(Set(names.map { Self.hash($0) }).count == 1)
        let ordinary = Self.time(count: 4_096, Self.ordinaryName)
        let colliding = Self.time(count: 4_096, Self.collidingName)
        #expect(colliding < ordinary * 20)
    }
}
