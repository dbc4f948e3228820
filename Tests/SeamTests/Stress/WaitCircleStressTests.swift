import Seam
import TestKit
import Testing

/// Threads that need each other's half-built instances fail instead of hanging.
struct WaitCircleStressTests {
    private final class Station: Sendable {}

    private static func name(_ number: Int) -> ServiceName { ServiceName("station \(number)") }

    /// Registers stations of which each needs the next, in a circle.
    private static func register(_ count: Int, _ scope: Scope, in container: Container, meeting: Barrier) {
        for number in 0..<count {
            container.register(Station.self, name: name(number)) { r in
                meeting.arrive()
                _ = try r.tryResolve(Station.self, name: name((number + 1) % count))
                return Station()
            }
            .scope(scope)
        }
    }

    @Test(.timeLimit(.minutes(15)), arguments: [Scope].keepingOrShared, [2, 3])
    func everyRequestFailsAndNamesEveryStation(scope: Scope, count: Int) throws {
        for _ in 0..<10 {
            let container = Container()
            Self.register(count, scope, in: container, meeting: Barrier(size: count))
            let errors = try ThreadGroup.run(count) { number -> ResolutionError? in
                do throws(ResolutionError) {
                    _ = try container.tryResolve(Station.self, name: Self.name(number))
                    return nil
                } catch {
                    return error
                }
            }
            for (number, error) in errors.enumerated() {
                #expect(error?.code == .circularDependency)
                let names = error?.path.compactMap(\.name) ?? []
                #expect(names.first == Self.name(number))
                #expect(Set(names) == Set((0..<count).map(Self.name)))
            }
        }
    }

    @Test(.timeLimit(.minutes(15)), arguments: [Scope].keepingOrShared, [2, 3])
    func containerWorksAfterwards(scope: Scope, count: Int) throws {
        let container = Container()
        Self.register(count, scope, in: container, meeting: Barrier(size: count))
        try ThreadGroup.run(count) { number in
            _ = try? container.tryResolve(Station.self, name: Self.name(number))
        }
        container.register(Station.self, name: Self.name(0)) { Station() }.scope(scope)
        let stations = try (0..<count).map { try container.tryResolve(Station.self, name: Self.name($0)) }
        for (number, station) in stations.enumerated() {
            #expect(try container.tryResolve(Station.self, name: Self.name(number)) === station)
        }
    }

    @Test(.timeLimit(.minutes(15)))
    func circleThroughTwoContainersIsFound() throws {
        for _ in 0..<20 {
            let (left, right) = (Container(), Container())
            let meeting = Barrier(size: 2)
            left.register(Station.self) { [weak right] _ in
                meeting.arrive()
                _ = try right?.tryResolve(Station.self)
                return Station()
            }
            .scope(.singleton)
            right.register(Station.self) { [weak left] _ in
                meeting.arrive()
                _ = try left?.tryResolve(Station.self)
                return Station()
            }
            .scope(.singleton)
            let codes = try ThreadGroup.run(2) { number -> ResolutionError.Code? in
                do throws(ResolutionError) {
                    _ = try (number == 0 ? left : right).tryResolve(Station.self)
                    return nil
                } catch {
                    return error.code
                }
            }
            #expect(codes == [.circularDependency, .circularDependency])
        }
    }

    @Test(.timeLimit(.minutes(15)))
    func circleThroughUniqueServicesInBetweenIsFound() throws {
        for _ in 0..<20 {
            let container = Container()
            let meeting = Barrier(size: 2)
            for (own, other) in [(0, 1), (1, 0)] {
                container.register(Int.self, name: Self.name(own)) { r in
                    _ = try r.tryResolve(Station.self, name: Self.name(other))
                    return own
                }
                container.register(Station.self, name: Self.name(own)) { r in
                    meeting.arrive()
                    _ = try r.tryResolve(Int.self, name: Self.name(own))
                    return Station()
                }
                .scope(.singleton)
            }
            let codes = try ThreadGroup.run(2) { number -> ResolutionError.Code? in
                do throws(ResolutionError) {
                    _ = try container.tryResolve(Station.self, name: Self.name(number))
                    return nil
                } catch {
                    return error.code
                }
            }
            #expect(codes == [.circularDependency, .circularDependency])
        }
    }

    @Test(.timeLimit(.minutes(15)))
    func cycleThroughHooksOfTwoThreadsIsWiredAndEachIsBuiltOnce() throws {
        for _ in 0..<50 {
            let container = Container()
            let builds = Counter()
            let meeting = Barrier(size: 2)
            for (own, other) in [(0, 1), (1, 0)] {
                container.register(Station.self, name: Self.name(own)) { () -> Station in
                    builds.increment()
                    meeting.arrive()
                    return Station()
                }
                .scope(.singleton)
                .onCreate { _, r in _ = try r.tryResolve(Station.self, name: Self.name(other)) }
            }
            let stations = try ThreadGroup.run(2) { number in
                try container.tryResolve(Station.self, name: Self.name(number))
            }
            #expect(builds.count == 2)
            #expect(container.resolve(Station.self, name: Self.name(0)) === stations[0])
            #expect(container.resolve(Station.self, name: Self.name(1)) === stations[1])
        }
    }
}
