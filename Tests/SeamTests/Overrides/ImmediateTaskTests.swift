import Foundation
import Seam
import TestKit
import Testing

/// A `Task.immediate` that a synchronous factory starts begins inside the factory, and leaves it where it binds a
/// container or makes an asynchronous request.
struct ImmediateTaskTests {
    /// A service whose factory started the task.
    private struct Owner: Sendable { let task: Task<[Int], any Error> }

    /// A container with the number 1, and an owner whose factory starts `body` at once.
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    private static func container(_ body: @escaping @Sendable () async throws -> [Int]) -> Container {
        let container = Container()
        container.register { 1 }
        container.register { Owner(task: Task.immediate { try await body() }) }
        return container
    }

    private static let other: Container = {
        let container = Container()
        container.register { 2 }
        container.registerAsync { [Seam.resolve(Int.self), Container.current.resolve(Int.self)] }
        container.registerAsync(name: "kept") { [Seam.resolve(Int.self)] }.scope(.singleton)
        return container
    }()

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test func taskBeginsInTheContainerOfTheFactory() async throws {
        let container = Self.container { [resolve(Int.self)] }
        #expect(try await container.resolve(Owner.self).task.value == [1])
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test func boundContainerIsTheCurrentOne() async throws {
        let container = Self.container {
            await withContainer(Self.other) {
                let early = resolve(Int.self)
                await Task.yield()
                return [early, resolve(Int.self)]
            }
        }
        #expect(try await container.resolve(Owner.self).task.value == [2, 2])
    }

    /// The pool may take up a yield before the task has suspended, and would go on in the factory.
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test func taskLeavesAFactoryThatGoesOn() async throws {
        for _ in 0..<300 {
            let container = Container()
            container.register { 1 }
            container.register {
                let task = Task<[Int], any Error>
                    .immediate {
                        await withContainer(Self.other) {
                            let early = resolve(Int.self)
                            await Task.yield()
                            return [early, resolve(Int.self)]
                        }
                    }
                Thread.sleep(forTimeInterval: 0.000_1)
                return Owner(task: task)
            }
            try #require(try await container.resolve(Owner.self).task.value == [2, 2])
        }
    }

    /// Threads that serve other priorities take up one yield after the other.
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test(.timeLimit(.minutes(15))) func taskLeavesAFactoryAmongTasksOfOtherPriorities() async throws {
        for _ in 0..<2000 {
            let container = Container()
            container.register { resolver in
                Owner(
                    task: Task.immediate {
                        _ = try await resolver.resolveAsync(Owner.self)
                        return [1]
                    }
                )
            }
            .scope(.singleton)
            let owners = try await withThrowingTaskGroup(of: Owner.self) { group in
                for number in 0..<4 {
                    group.addTask(priority: number % 2 == 0 ? .high : .background) {
                        try await container.resolveAsync(Owner.self)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            try #require(try await owners[0].task.value == [1])
        }
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test func overridesOfTheFactorysContainerAreSeen() async throws {
        let container = Self.container {
            await withOverrides {
                $0.register { $0.container.isRegistered(Owner.self) ? 3 : 0 }
            } operation: {
                let early = resolve(Int.self)
                await Task.yield()
                return [early, resolve(Int.self)]
            }
        }
        #expect(try await container.resolve(Owner.self).task.value == [3, 3])
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test(arguments: [nil, "kept"] as [ServiceName?])
    func asyncFactoryBuildsInItsOwnContainer(name: ServiceName?) async throws {
        let container = Self.container { try await Self.other.resolveAsync(name: name) }
        let numbers = try await container.resolve(Owner.self).task.value
        #expect(numbers.allSatisfy { $0 == 2 } && !numbers.isEmpty)
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test @MainActor func taskOnTheMainActorStaysThere() async throws {
        let container = Container()
        container.registerOnMainActor {
            Owner(
                task: Task.immediate { @MainActor in
                    await withContainer(Self.other) {
                        MainActor.preconditionIsolated()
                        let early = resolve(Int.self)
                        await Task.yield()
                        return [early]
                    }
                }
            )
        }
        #expect(try await container.resolve(Owner.self).task.value == [2])
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test(arguments: [Scope.unique, .singleton])
    func asyncRequestIsNoPartOfTheFactory(scope: Scope) async throws {
        let (container, isAsking) = (Container(), Gate())
        container.register {
            let owner = Owner(task: Task.immediate { try await container.resolveAsync() })
            // The asynchronous factory waits for this one in the meantime.
            isAsking.wait()
            usleep(20_000)
            return owner
        }
        .scope(.singleton)
        container.registerAsync { resolver in
            isAsking.open()
            _ = try resolver.tryResolve(Owner.self)
            return [1]
        }
        .scope(scope)
        let owners = await ThreadGroup.results(1) { _ in container.resolve(Owner.self) }
        #expect(try await owners?.first?.task.value == [1])
    }
}
