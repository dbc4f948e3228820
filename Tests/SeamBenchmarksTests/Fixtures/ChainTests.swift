import Seam
import Testing

@testable import SeamBenchmarks

struct ChainTests {
    @Test func chainHasFiveHundredAndOneObjects() {
        #expect(Chain().requests.count == 501)
    }

    @Test func chainByHandIsAsLongAsTheResolvedOne() {
        #expect(length(of: chainByHand(depth: 3)) == 3)
    }

    private func length(of link: any Linked) -> Int {
        guard let next = Mirror(reflecting: link).descendant("next") as? any Linked else { return 1 }
        return 1 + length(of: next)
    }

    @Test(arguments: [1, 2, 11, 50])
    func resolvedChainHasTheDepthAskedFor(depth: Int) {
        let chain = Chain()
        #expect(length(of: chain.request(depth: depth)(chain.container)) == depth)
    }
}
