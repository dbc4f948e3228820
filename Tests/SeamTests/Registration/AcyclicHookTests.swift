import Seam
import TestKit
import Testing

/// Async services without a circle are built, with any hooks and any other waiters.
struct AcyclicHookTests {
    private final class Source: Sendable {}

    private final class Reader: Sendable {
        let source: Source
        init(source: Source) { self.source = source }
    }

    private final class Desk: Sendable {
        let source: Source
        let reader: Reader

        init(source: Source, reader: Reader) {
            self.source = source
            self.reader = reader
        }
    }

    private final class Left: Sendable {}
    private final class Right: Sendable {}
    private final class Guest: Sendable {}
    private final class Host: Sendable {}
    private final class Vertex: Sendable {}

    @Test(.timeLimit(.minutes(15)), arguments: [Scope].keepingOrShared)
    func hookedServiceIsGivenToRequestsSideBySide(scope: Scope) async throws {
        let container = Container()
        let asking = Counter()
        container.registerAsync {
            // The desk and the reader are about to ask, or already wait.
            await asking.reaches(2)
            await CurrentTask.yield()
            return Source()
        }
        .scope(scope)
        .onCreate { _, _ in }
        container.registerAsync { resolver in
            asking.increment()
            return Reader(source: try await resolver.resolveAsync())
        }
        .scope(scope)
        container.registerAsync { resolver in
            asking.increment()
            async let source = resolver.resolveAsync(Source.self)
            async let reader = resolver.resolveAsync(Reader.self)
            return try await Desk(source: source, reader: reader)
        }
        let desk = try await Deadline.valueInTask { try await container.resolveAsync(Desk.self) }
        #expect(desk.source === desk.reader.source)
    }

    /// The host builds two hooked services and then waits for a guest that waits for both of them.
    private func registerHostAndGuest(
        in container: Container,
        guestNeedsHost: Bool,
        hostIsFirst: Bool
    ) {
        let (areBuilt, hostAsks, guestAsks) = (Gate(), Gate(), Gate())
        container.registerAsync { Left() }.scope(.singleton).onCreate { _, _ in }
        container.registerAsync { Right() }.scope(.singleton).onCreate { _, _ in }
        container.registerAsync { resolver in
            _ = try await resolver.resolveAsync(Left.self)
            _ = try await resolver.resolveAsync(Right.self)
            areBuilt.open()
            if !hostIsFirst {
                await guestAsks.pass()
                await CurrentTask.yield()
            }
            hostAsks.open()
            _ = try await resolver.resolveAsync(Guest.self)
            return Host()
        }
        .scope(.singleton)
        container.registerAsync { resolver in
            await areBuilt.pass()
            if hostIsFirst {
                await hostAsks.pass()
                await CurrentTask.yield()
            }
            guestAsks.open()
            async let left = resolver.resolveAsync(Left.self)
            async let right = resolver.resolveAsync(Right.self)
            _ = try await (left, right)
            if guestNeedsHost { _ = try await resolver.resolveAsync(Host.self) }
            return Guest()
        }
        .scope(.singleton)
    }

    @Test(.timeLimit(.minutes(15)), arguments: [false, true])
    func hookedServicesAreGivenOutBeforeTheRequestThatBuiltThemEnds(hostIsFirst: Bool) async throws {
        let container = Container()
        registerHostAndGuest(in: container, guestNeedsHost: false, hostIsFirst: hostIsFirst)
        async let guest = Deadline.codeInTask { _ = try await container.resolveAsync(Guest.self) }
        async let host = Deadline.codeInTask { _ = try await container.resolveAsync(Host.self) }
        #expect(try await guest == nil)
        #expect(try await host == nil)
    }

    @Test(.timeLimit(.minutes(15)), arguments: [false, true])
    func circleBehindHookedServicesIsFound(hostIsFirst: Bool) async throws {
        let container = Container()
        registerHostAndGuest(in: container, guestNeedsHost: true, hostIsFirst: hostIsFirst)
        async let guest = Deadline.codeInTask { _ = try await container.resolveAsync(Guest.self) }
        async let host = Deadline.codeInTask { _ = try await container.resolveAsync(Host.self) }
        #expect(try await guest == .circularDependency)
        #expect(try await host == .circularDependency)
    }

    @Test(.timeLimit(.minutes(15)), arguments: UInt64(1)...100)
    func randomGraphOfHookedServicesIsBuilt(seed: UInt64) async throws {
        let container = Container()
        let (built, hooked) = (Counter(), Counter())
        let count = 8
        for number in 0..<count {
            let needed = (0..<number).filter { number == count - 1 || isNeeded($0, by: number, seed: seed) }
            let delay = Int((seed * 7 + UInt64(number) * 5) % 4)
            container.registerAsync(name: ServiceName("\(number)")) { resolver in
                built.increment()
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for below in needed {
                        group.addTask {
                            _ = try await resolver.resolveAsync(Vertex.self, name: ServiceName("\(below)"))
                        }
                    }
                    try await group.waitForAll()
                }
                await CurrentTask.yield(times: 50 * delay)
                return Vertex()
            }
            .scope(.singleton)
            .onCreate { _, _ in hooked.increment() }
        }
        try await Deadline.valueInTask {
            async let top = container.resolveAsync(Vertex.self, name: ServiceName("\(count - 1)"))
            async let middle = container.resolveAsync(Vertex.self, name: ServiceName("\(count / 2)"))
            _ = try await (top, middle)
        }
        #expect(built.count == count)
        #expect(hooked.count == count)
    }

    /// One of two edges, chosen by the seed.
    private func isNeeded(_ below: Int, by number: Int, seed: UInt64) -> Bool {
        let edge = UInt64(number * 31 + below) &+ seed &* 1_000
        return (edge &* 0x9E37_79B9_7F4A_7C15) >> 63 == 1
    }
}
