import Seam
import TestKit
import Testing

/// Circles of async services end in an error, within one task and between tasks.
struct AsyncCircleTests {
    private final class Hen: Sendable {}
    private final class Egg: Sendable {}
    private struct Node: Sendable { let number: Int }

    @Test(.timeLimit(.minutes(15)), arguments: [Scope].all) func circleInOneTaskIsFound(scope: Scope) async {
        let container = Container()
        container.registerAsync { resolver in
            _ = try await resolver.resolveAsync(Egg.self)
            return Hen()
        }
        .scope(scope)
        container.registerAsync { resolver in
            await Task.yield()
            _ = try await resolver.resolveAsync(Hen.self)
            return Egg()
        }
        .scope(scope)
        let error = await #expect(throws: ResolutionError.self) { try await container.resolveAsync(Hen.self) }
        #expect(error?.code == .circularDependency)
        #expect(error?.steps == ["Hen", "Egg", "Hen"])
    }

    @Test(.timeLimit(.minutes(15)), arguments: [Scope].all) func circleThroughAChildTaskIsFound(scope: Scope) async {
        let container = Container()
        container.registerAsync { resolver in
            async let egg = resolver.resolveAsync(Egg.self)
            _ = try await egg
            return Hen()
        }
        .scope(scope)
        container.registerAsync { resolver in
            try await Task {
                _ = try await resolver.resolveAsync(Hen.self)
                return Egg()
            }
            .value
        }
        .scope(scope)
        let error = await #expect(throws: ResolutionError.self) { try await container.resolveAsync(Hen.self) }
        #expect(error?.code == .circularDependency)
        #expect(error?.steps == ["Hen", "Egg", "Hen"])
    }

    @Test(.timeLimit(.minutes(15))) func remedySaysWhenALazyValueFindsAnAsyncService() async {
        let container = Container()
        container.registerAsync { resolver in
            _ = try await resolver.resolveAsync(Egg.self)
            return Hen()
        }
        container.register { (resolver: Resolver) throws in
            _ = try resolver.tryResolve(Int.self)
            return Egg()
        }
        container.register { (resolver: Resolver) throws in
            _ = try resolver.tryResolve(Egg.self)
            return 1
        }
        let ofHen = await #expect(throws: ResolutionError.self) { try await container.resolveAsync(Hen.self) }
        let advice = "A Lazy or Provider finds an async service only while that is cached and ready."
        #expect(ofHen?.steps == ["Hen", "Egg", "Int", "Egg"])
        #expect(ofHen?.description.hasSuffix(advice) == true)
        let ofEgg = #expect(throws: ResolutionError.self) { try container.tryResolve(Egg.self) }
        #expect(ofEgg?.steps == ["Egg", "Int", "Egg"])
        #expect(ofEgg?.description.contains(advice) == false)
    }

    @Test(.timeLimit(.minutes(15))) func serviceThatNeedsItselfIsFound() async {
        let container = Container()
        let line = #line + 2
        container.registerAsync { resolver in
            _ = try await resolver.resolveAsync(Hen.self)
            return Hen()
        }
        .scope(.singleton)
        let error = await #expect(throws: ResolutionError.self) { try await container.resolveAsync(Hen.self) }
        #expect(
            error?.description == """
                Circular dependency: 'Hen' depends on itself.
                  Path: Hen → Hen   (asked for at SeamResolutionTests/AsyncCircleTests.swift:\(line))
                  To fix it, wrap the service with `decorate`, whose closure receives the instance, or ask another \
                container, such as the parent; in a hook, use the instance that its closure receives. Lazy, Provider and \
                onResolved only put off a request for the service itself.
                """
        )
    }

    @Test(.timeLimit(.minutes(15)), arguments: [Scope].all) func circleOfEqualArgumentsIsFound(scope: Scope) async {
        let container = Container()
        container.registerAsync { (resolver, number: Int) in
            _ = try await resolver.resolveAsync(Node.self, arguments: (number + 1) % 3)
            return Node(number: number)
        }
        .scope(scope)
        let calls = Counter()
        container.registerAsync { (resolver, text: String) in
            calls.increment()
            _ = try await resolver.resolveAsync(Hen.self, arguments: text)
            return Hen()
        }
        .scope(scope)
        let error = await #expect(throws: ResolutionError.self) {
            try await container.resolveAsync(Node.self, arguments: 1)
        }
        #expect(error?.code == .circularDependency)
        #expect(error?.steps == Array(repeating: "Node(Int)", count: 4))
        let ownError = await #expect(throws: ResolutionError.self) {
            try await container.resolveAsync(Hen.self, arguments: "one")
        }
        #expect(ownError?.steps == ["Hen(String)", "Hen(String)"])
        #expect(calls.count == 1)
    }

    /// Arguments that are not `Hashable`, or that were converted to the types of the factory.
    @Test(.timeLimit(.minutes(15))) func circleOfOtherArgumentsIsFound() async throws {
        let container = Container()
        container.registerAsync { (resolver, node: Node) in
            _ = try await resolver.resolveAsync(Hen.self, arguments: Node(number: node.number + 1))
            return Hen()
        }
        container.registerAsync { (resolver, number: Int?) in
            _ = try await resolver.resolveAsync(Egg.self, arguments: 3)
            return Egg()
        }
        let endless = await #expect(throws: ResolutionError.self) {
            try await container.resolveAsync(Hen.self, arguments: Node(number: 0))
        }
        #expect(endless?.code == .circularDependency)
        #expect(endless?.path.count == 129)
        let converted = await #expect(throws: ResolutionError.self) {
            try await container.resolveAsync(Egg.self, arguments: 3)
        }
        #expect(converted?.code == .circularDependency)
        #expect(converted?.path.count == 2)
    }

    @Test(.timeLimit(.minutes(15)), arguments: [true, false])
    func serviceThatSiblingsNeedIsNoCircle(isSuspending: Bool) async throws {
        let container = Container()
        if isSuspending {
            container.registerAsync { _ in
                await Task.yield()
                return Egg()
            }
        } else {
            container.registerAsync { Egg() }
        }
        container.registerAsync { resolver in
            async let first = resolver.resolveAsync(Egg.self)
            async let second = resolver.resolveAsync(Egg.self)
            _ = try await (first, second)
            _ = try await resolver.resolveAsync(Egg.self)
            return Hen()
        }
        _ = try await container.resolveAsync(Hen.self)
    }

    /// A unique service is built in the container that was asked.
    @Test(.timeLimit(.minutes(15))) func registrationThatAsksForItselfInAnotherContainerIsNoCircle() async throws {
        let container = Container()
        container.registerAsync { resolver in
            if resolver.container.parent == nil {
                _ = try await Container(parent: resolver.container).resolveAsync(Node.self)
            }
            return Node(number: 0)
        }
        _ = try await container.resolveAsync(Node.self)
    }

    @Test(.timeLimit(.minutes(15)), arguments: [Scope].keeping)
    func circleBetweenTwoTasksIsFound(scope: Scope) async {
        let container = Container()
        let (henBegan, eggBegan) = (Gate(), Gate())
        container.registerAsync { resolver in
            henBegan.open()
            await eggBegan.pass()
            _ = try await resolver.resolveAsync(Egg.self)
            return Hen()
        }
        .scope(scope)
        container.registerAsync { resolver in
            eggBegan.open()
            await henBegan.pass()
            _ = try await resolver.resolveAsync(Hen.self)
            return Egg()
        }
        .scope(scope)
        async let hen = ResolutionError.thrownAsync { _ = try await container.resolveAsync(Hen.self) }
        async let egg = ResolutionError.thrownAsync { _ = try await container.resolveAsync(Egg.self) }
        let (henError, eggError) = await (hen, egg)
        #expect(henError?.code == .circularDependency)
        #expect(eggError?.code == .circularDependency)
        #expect(henError?.path.first?.description == "Hen")
        #expect(eggError?.path.first?.description == "Egg")
    }

    @Test(.timeLimit(.minutes(15))) func circleBetweenThreeTasksIsFound() async {
        let container = Container()
        let all = Counter()
        for (own, next) in [("a", "b"), ("b", "c"), ("c", "a")] {
            container.registerAsync(String.self, name: ServiceName(own)) { resolver in
                all.increment()
                await all.reaches(3)
                return try await resolver.resolveAsync(String.self, name: ServiceName(next))
            }
            .scope(.singleton)
        }
        let codes = await withTaskGroup(of: ResolutionError.Code?.self) { group in
            for name in ["a", "b", "c"] {
                group.addTask {
                    await ResolutionError.thrownAsync {
                        _ = try await container.resolveAsync(String.self, name: ServiceName(name))
                    }?
                    .code
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes == [.circularDependency, .circularDependency, .circularDependency])
    }

    @Test(.timeLimit(.minutes(15))) func taskAndThreadThatNeedEachOtherAreFound() async throws {
        let container = Container()
        let (henBegan, eggBegan) = (Gate(), Gate())
        container.registerAsync { resolver in
            henBegan.open()
            await eggBegan.pass()
            _ = try await resolver.resolveAsync(Egg.self)
            return Hen()
        }
        .scope(.singleton)
        container.register { resolver in
            eggBegan.open()
            henBegan.wait()
            _ = try resolver.tryResolve(Hen.self)
            return Egg()
        }
        .scope(.singleton)
        async let hen = ResolutionError.thrownAsync { _ = try await container.resolveAsync(Hen.self) }
        let egg = await Deadline.error { () throws(ResolutionError) in _ = try container.tryResolve(Egg.self) }
        // The thread may not wait for the async service, which may or may not wait for the egg by then.
        #expect(egg?.code == .circularDependency || egg?.code == .requiresAsync)
        // The task then builds the egg itself, inside the hen.
        #expect(await hen?.code == .circularDependency)
    }

    @Test func otherArgumentsAreNoCircle() async throws {
        let container = Container()
        container.registerAsync { (resolver: Resolver, number: Int) in
            guard number > 0 else { return Node(number: 0) }
            return Node(number: try await resolver.resolveAsync(Node.self, arguments: number - 1).number + 1)
        }
        .scope(.singleton)
        #expect(try await container.resolveAsync(Node.self, arguments: 5).number == 5)
    }
}
