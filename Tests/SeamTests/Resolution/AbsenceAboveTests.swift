import Seam
import Testing

/// A service that a child did not find is found as soon as it is registered in a container above.
struct AbsenceAboveTests {
    private let root = Container()
    private let middle: Container
    private let leaf: Container

    init() {
        middle = Container(parent: root)
        leaf = Container(parent: middle)
    }

    private var levels: [Container] { [root, middle, leaf] }

    private func missEverywhere() {
        for _ in 0..<2 { for level in levels { #expect(level.optional(Int.self) == nil) } }
    }

    /// The service that each level finds, the root first.
    private var found: [Int?] { levels.map { $0.optional(Int.self) } }

    @Test(arguments: 0..<3)
    func registrationIsFoundAtItsLevelAndBelowOnly(level: Int) {
        missEverywhere()
        levels[level].register { 1 }
        #expect(found == (0..<3).map { $0 >= level ? 1 : nil })
        #expect(found == (0..<3).map { $0 >= level ? 1 : nil })
    }

    @Test(arguments: 0..<3)
    func serviceAboveIsFoundAgainAfterTheRegistrationBelowIsGone(level: Int) {
        for _ in 0..<3 {
            missEverywhere()
            levels[level].register { 1 }
            #expect(leaf.optional(Int.self) == 1)
            levels[level].unregister(Int.self)
        }
        missEverywhere()
    }

    @Test func missOfTheLeafDoesNotHideALaterRegistrationAbove() {
        #expect(leaf.optional(Int.self) == nil)
        root.register { 1 }
        #expect(found == [1, 1, 1])
        middle.register { 2 }
        #expect(found == [1, 2, 2])
        root.unregister(Int.self)
        middle.unregister(Int.self)
        missEverywhere()
    }

    @Test func missOfAContainerDoesNotConcernItsSibling() {
        let sibling = Container(parent: middle)
        missEverywhere()
        #expect(sibling.optional(Int.self) == nil)
        leaf.register { 1 }
        #expect(sibling.optional(Int.self) == nil)
        #expect(found == [nil, nil, 1])
    }

    @Test func removeAllOfTheParentIsSeenFromBelow() {
        missEverywhere()
        root.register { 1 }
        #expect(found == [1, 1, 1])
        root.removeAll()
        missEverywhere()
        root.register { 2 }
        #expect(found == [2, 2, 2])
    }

    @Test func overrideReachesEveryLevelOfItsChain() {
        missEverywhere()
        withContainer(leaf) {
            withOverrides {
                $0.register { 1 }
            } operation: {
                let chain = sequence(first: Container.current, next: \.parent)
                #expect(chain.map { $0.optional(Int.self) } == [1, 1, 1])
            }
        }
        missEverywhere()
    }

    @Test func serviceOfAClosedParentFailsAndAMissStaysNil() async throws {
        root.register { 1 }
        #expect(leaf.optional(String.self) == nil)
        try await root.shutdown()
        let error = try #require(throws: ResolutionError.self) { try leaf.tryResolve(Int?.self) }
        #expect(error.code == .containerClosed)
        #expect(leaf.optional(String.self) == nil)
    }
}
