import Seam
import Testing

/// Long chains of dependencies fit on the stack.
///
/// One that does not ends the process, so each has a process of its own.
struct DepthTests {
    @Test func fiveHundredUniqueServicesFitOnABigStack() async {
        await #expect(processExitsWith: .success) {
            #expect(Self.height(500, scope: .unique, stackSize: 16 << 20) == 500)
        }
    }

    @Test func fiveHundredGraphServicesFitOnABigStack() async {
        await #expect(processExitsWith: .success) {
            #expect(Self.height(500, scope: .graph, stackSize: 16 << 20) == 500)
        }
    }

    @Test func fiveHundredSingletonsFitOnABigStack() async {
        await #expect(processExitsWith: .success) {
            #expect(Self.height(500, scope: .singleton, stackSize: 16 << 20) == 500)
        }
    }

    @Test func twoHundredUniqueServicesFitOnTheStackOfASecondaryThread() async {
        await #expect(processExitsWith: .success) {
            #expect(Self.height(200, scope: .unique, stackSize: 512 << 10) == 200)
        }
    }

    @Test func fiftyGraphServicesFitOnTheStackOfASecondaryThread() async {
        await #expect(processExitsWith: .success) {
            #expect(Self.height(50, scope: .graph, stackSize: 512 << 10) == 50)
        }
    }

    @Test func fiftySingletonsFitOnTheStackOfASecondaryThread() async {
        await #expect(processExitsWith: .success) {
            #expect(Self.height(50, scope: .singleton, stackSize: 512 << 10) == 50)
        }
    }

    private static func height(_ height: Int, scope: Scope, stackSize: Int) -> Int? {
        let tower = Tower(height: height, scope: scope)
        return Parallel.value(stackSize: stackSize) { tower.resolve() }
    }
}
