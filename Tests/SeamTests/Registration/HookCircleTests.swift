import Seam
import TestKit
import Testing

/// Circles that `onCreate` hooks close, while other threads ask for their services.
struct HookCircleTests {
    private final class Owner: Sendable {
        let part: Part
        init(part: Part) { self.part = part }
    }

    private final class Part: Sendable {
        let isComplete = Flag()
    }

    /// Asks for the owner on the calling thread.
    ///
    /// - Returns: Whether the hooks of its part had returned by then.
    private static func findsCompletePart(_ container: Container) -> Bool {
        container.resolve(Owner.self).part.isComplete.isRaised
    }

    @Test(.timeLimit(.minutes(15)), arguments: [Scope].keeping)
    func outsiderWaitsForTheHookOfAPartThatItsServiceHolds(scope: Scope) async throws {
        let container = Container()
        let (isHooking, isAsking) = (Gate(), Gate())
        container.register { resolver in Owner(part: resolver.resolve()) }.scope(scope)
        container.register { Part() }.scope(scope)
            .onCreate { part, resolver in
                _ = resolver.resolve(Owner.self)
                isHooking.open()
                isAsking.wait()
                for _ in 0..<200 { CurrentThread.yield() }
                _ = part.isComplete.raise()
            }
        WorkerThread { _ = container.resolve(Part.self) }
        let isComplete = try await Deadline.valueOnThread {
            isHooking.wait()
            isAsking.open()
            return Self.findsCompletePart(container)
        }
        #expect(isComplete)
    }

    /// One thread builds the owner and waits for the part, whose hook, on another thread, waits for the owner.
    @Test(.timeLimit(.minutes(15)), arguments: [Scope].keeping)
    func thirdThreadWaitsForTheHookWhileTwoOthersBuildACircle(scope: Scope) async throws {
        let container = Container()
        let (ownerBegan, partIsHooking) = (Gate(), Gate())
        let (ownerIsFound, thirdIsAsking) = (Gate(), Gate())
        container.register { resolver in
            ownerBegan.open()
            partIsHooking.wait()
            return Owner(part: resolver.resolve())
        }
        .scope(scope)
        container.register { Part() }.scope(scope)
            .onCreate { part, resolver in
                partIsHooking.open()
                ownerBegan.wait()
                _ = resolver.resolve(Owner.self)
                ownerIsFound.open()
                thirdIsAsking.wait()
                for _ in 0..<200 { CurrentThread.yield() }
                _ = part.isComplete.raise()
            }
        WorkerThread { _ = container.resolve(Owner.self) }
        WorkerThread { _ = container.resolve(Part.self) }
        let isComplete = try await Deadline.valueOnThread {
            ownerIsFound.wait()
            thirdIsAsking.open()
            return Self.findsCompletePart(container)
        }
        #expect(isComplete)
    }

    private final class Link: Sendable {
        let next = Box<Link?>()
    }

    /// Every service waits in its hook until all of them have been built, and then asks for the next one.
    @Test(.timeLimit(.minutes(15)), arguments: [2, 3, 5])
    func ringOfHooksOnAsManyThreadsIsClosed(count: Int) async throws {
        let container = Container()
        let (built, hooking) = (Counter(), Counter())
        for number in 0..<count {
            container.register(name: ServiceName("\(number)")) {
                built.increment()
                return Link()
            }
            .scope(.singleton)
            .onCreate { (link: Link, resolver: Resolver) in
                hooking.increment()
                hooking.wait(for: count)
                link.next.value = resolver.resolve(name: ServiceName("\((number + 1) % count)"))
            }
        }
        let requests = (0..<count)
            .map { number in
                Task {
                    try await Deadline.valueOnThread { container.resolve(Link.self, name: ServiceName("\(number)")) }
                }
            }
        var links: [Link] = []
        for request in requests { links.append(try await request.value) }
        #expect(built.count == count)
        for number in 0..<count { #expect(links[number].next.value === links[(number + 1) % count]) }
        for link in links { link.next.value = nil }
    }
}
