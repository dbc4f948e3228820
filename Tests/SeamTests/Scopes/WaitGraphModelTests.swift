import TestKit
import Testing

@testable import Seam

/// Random waits, compared with a plain search through all of them.
struct WaitGraphModelTests {
    /// Builds, some of them inside others, and the waits between them.
    private struct Model {
        private struct Edge {
            let wait: ObservedWait
            let heldUp: [Int]
            let target: Int
        }

        private static let count = 16

        private var builds: [Build] = []
        /// The builds that each one holds up without a wait for it: the innermost, itself, comes first.
        private var heldUp: [[Int]] = []
        private var edges: [Edge] = []

        init(using generator: inout SeededGenerator) {
            for number in 0..<Self.count {
                let parent =
                    number > 0 && Bool.random(using: &generator) ? Int.random(in: 0..<number, using: &generator) : nil
                let isInTask = Bool.random(using: &generator)
                let build = Build("\(number)", for: Waiter(build: parent.map { builds[$0] }), isOfTask: isInTask)
                builds.append(build)
                heldUp.append([number] + (isInTask ? [] : parent.map { heldUp[$0] } ?? []))
            }
        }

        /// Begins a random wait.
        ///
        /// - Returns: Whether it fails, and whether it has to.
        mutating func beginWait(using generator: inout SeededGenerator) -> (fails: Bool, mustFail: Bool) {
            let (waiter, target) = (randomBuild(using: &generator), randomBuild(using: &generator))
            let mustFail = builds(neededBy: target).contains { heldUp[waiter].contains($0) }
            let wait = ObservedWait(for: builds[target], by: builds[waiter])
            if wait.wasRegistered { edges.append(Edge(wait: wait, heldUp: heldUp[waiter], target: target)) }
            return (!wait.ends.isEmpty, mustFail)
        }

        /// Cancels a random wait.
        mutating func cancelWait(using generator: inout SeededGenerator) -> Bool {
            guard let index = edges.indices.randomElement(using: &generator) else { return true }
            return edges.remove(at: index).wait.cancel()
        }

        /// Ends all builds.
        ///
        /// - Returns: Whether each wait under way has got the instance.
        func finish() -> Bool {
            for build in builds { WaitGraph.finish(build, .instance(ValueBox(7))) }
            return edges.allSatisfy { $0.wait.ends == ["instance 7"] }
        }

        private func randomBuild(using generator: inout SeededGenerator) -> Int {
            Int.random(in: 0..<Self.count, using: &generator)
        }

        /// A build and those that have to end before it.
        private func builds(neededBy build: Int) -> Set<Int> {
            var needed: Set<Int> = [build]
            var isComplete = false
            while !isComplete {
                isComplete = true
                for edge in edges where edge.heldUp.contains(where: needed.contains) {
                    if needed.insert(edge.target).inserted { isComplete = false }
                }
            }
            return needed
        }
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func waitFailsIfItWouldCloseACircle(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var model = Model(using: &generator)
        for _ in 0..<100 {
            if Int.random(in: 0..<4, using: &generator) == 0 {
                let isCancelled = model.cancelWait(using: &generator)
                #expect(isCancelled)
            } else {
                let (fails, mustFail) = model.beginWait(using: &generator)
                #expect(fails == mustFail)
            }
        }
        #expect(model.finish())
    }
}
