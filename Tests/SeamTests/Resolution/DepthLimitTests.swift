import Seam
import TestKit
import Testing

/// Deep chains of services fit on the stacks that threads have, and one that is too deep ends in an error.
///
/// A stack that overflows ends the process, so each test has a process of its own. Sanitizers enlarge the frames.
@Suite(.enabled(if: !Sanitizer.isActive))
struct DepthLimitTests {
    /// A service of which every number is another type.
    private final class Storey<Number>: Sendable {
        let height: Int
        let below: (any AnyObject & Sendable)?

        init(height: Int, below: (any AnyObject & Sendable)?) {
            self.height = height
            self.below = below
        }
    }

    /// Registers services that need each other in a row, each of a type of its own.
    ///
    /// - Returns: The request for the topmost one, which returns its height.
    private static func registerTower(
        height: Int,
        scope: Scope,
        in container: Container
    ) -> @Sendable (Container) throws -> Int {
        container.register { Storey<Fixtures.Zero>(height: 1, below: nil) }.scope(scope)
        func register<Number>(above: Number.Type, height: Int) -> @Sendable (Container) throws -> Int {
            guard height > 0 else { return { try $0.tryResolve(Storey<Number>.self).height } }
            container.register { resolver in
                let below = try resolver.tryResolve(Storey<Number>.self)
                return Storey<Fixtures.Next<Number>>(height: below.height + 1, below: below)
            }
            .scope(scope)
            return register(above: Fixtures.Next<Number>.self, height: height - 1)
        }
        return register(above: Fixtures.Zero.self, height: height - 1)
    }

    /// Builds a tower of every scope on a thread of its own.
    private static func buildTowers(height: Int, stackSize: Int) async throws {
        Deadline.endProcess()
        for scope in [Scope].all {
            let container = Container()
            let request = registerTower(height: height, scope: scope, in: container)
            let built = try await Deadline.valueOnThread(stackSize: stackSize) { try request(container) }
            #expect(built == height, "\(scope)")
        }
    }

    @Test func twoHundredServicesFitOn512KiB() async {
        await #expect(processExitsWith: .success) { try await Self.buildTowers(height: 200, stackSize: 512 << 10) }
    }

    @Test func threeHundredAndFiftyServicesFitOn1MiB() async {
        await #expect(processExitsWith: .success) { try await Self.buildTowers(height: 350, stackSize: 1 << 20) }
    }

    @Test func fiveHundredServicesFitOn8MiB() async {
        await #expect(processExitsWith: .success) { try await Self.buildTowers(height: 500, stackSize: 8 << 20) }
    }

    /// Registers services that need each other in a row, each with a name of its own, and builds the topmost one.
    ///
    /// The factories compose the names themselves, so their own frames are not the smallest ones.
    private static func buildNamedTower(
        height: Int,
        stackSize: Int,
        _ configure: @escaping @Sendable (Registration<Storey<Int>>) -> Void
    ) async throws {
        Deadline.endProcess()
        let container = Container()
        configure(container.register(name: "1") { Storey<Int>(height: 1, below: nil) })
        for height in 2...height {
            let registration = container.register(name: ServiceName("\(height)")) { resolver in
                let below = resolver.resolve(Storey<Int>.self, name: ServiceName("\(height - 1)"))
                return Storey<Int>(height: below.height + 1, below: below)
            }
            configure(registration)
        }
        let built = try await Deadline.valueOnThread(stackSize: stackSize) {
            container.resolve(Storey<Int>.self, name: ServiceName("\(height)")).height
        }
        #expect(built == height)
    }

    /// The heights that are promised, with the sizes of the stacks.
    private static var promises: [(height: Int, stackSize: Int)] { [(200, 512 << 10), (350, 1 << 20)] }

    @Test func namedServicesFit() async {
        await #expect(processExitsWith: .success) {
            for (height, stackSize) in Self.promises {
                for scope in [Scope].all {
                    try await Self.buildNamedTower(height: height, stackSize: stackSize) { $0.scope(scope) }
                }
            }
        }
    }

    @Test func decoratedServicesFit() async {
        await #expect(processExitsWith: .success) {
            for (height, stackSize) in Self.promises {
                try await Self.buildNamedTower(height: height, stackSize: stackSize) {
                    $0.decorate { service, _ in service }.onCreate { _, _ in }
                }
            }
        }
    }

    /// The runtime needs more stack to describe the type of such a service than an error may take.
    @Test func towerThatIsTooHighEndsInAnError() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            for scope in [Scope].all {
                let container = Container()
                let request = Self.registerTower(height: 400, scope: scope, in: container)
                let error = await #expect(throws: ResolutionError.self) {
                    _ = try await Deadline.valueOnThread(stackSize: 128 << 10) { try request(container) }
                }
                #expect(error?.code == .tooDeep, "\(scope)")
            }
        }
    }

    fileprivate final class Node: Sendable {
        let below: Node?
        init(below: Node?) { self.below = below }
    }

    private static func nodes(scope: Scope) -> Container {
        let container = Container()
        container.register { (resolver: Resolver, number: Int) in
            guard number > 0 else { return Node(below: nil) }
            return Node(below: try resolver.tryResolve(Node.self, arguments: number - 1))
        }
        .scope(scope)
        return container
    }

    /// Nodes that ask for the next one in a decorator or in an `onCreate` hook, by turns.
    private static func nodesAskingInSteps(scope: Scope) -> Container {
        let container = Container()
        for number in 0...500 {
            let next = ServiceName("\(number - 1)")
            let askForNext: @Sendable (Node, Resolver) throws -> Void = { _, resolver in
                if number > 0 { _ = try resolver.tryResolve(Node.self, name: next) }
            }
            let node = container.register(name: ServiceName("\(number)")) { Node(below: nil) }.scope(scope)
            if number.isMultiple(of: 2) {
                node.onCreate(askForNext)
            } else {
                node.decorate {
                    try askForNext($0, $1)
                    return $0
                }
            }
        }
        return container
    }

    /// Builds five hundred nested nodes on 8 MiB, by each form that takes more stack than a plain request.
    @Test func fiveHundredServicesOfEveryFormFitOn8MiB() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            for scope in [Scope].notKeeping + [.cached, .singleton] {
                let optional = Container()
                optional.register { (resolver: Resolver, number: Int) in
                    Node(below: number == 0 ? nil : try resolver.tryResolve(Node?.self, arguments: number - 1))
                }
                .scope(scope)
                let aliased = Container()
                for number in 0...500 {
                    aliased.register(Node.self, name: ServiceName("\(number)")) { resolver in
                        guard number > 0 else { return Node(below: nil) }
                        let below = try resolver.tryResolve(Node?.self, name: ServiceName("\(number - 1)"))
                        return Node(below: below)
                    }
                    .scope(scope).implements(Node?.self, name: ServiceName("\(number)")) { $0 }
                }
                try await Deadline.valueOnThread(stackSize: 8 << 20) {
                    _ = try Self.nodes(scope: scope).tryResolve(Node.self, arguments: 500)
                    _ = try optional.tryResolve(Node.self, arguments: 500)
                    _ = try aliased.tryResolve(Node.self, name: "500")
                    _ = try Self.nodesAskingInSteps(scope: scope).tryResolve(Node.self, name: "500")
                    _ = try Container().declaredNode.scope(scope).tryResolve(500)
                }
            }
        }
    }

    /// Asks for a node a hundred thousand levels deep, on threads with little and with much stack.
    private static func overflow(scope: Scope) async throws {
        Deadline.endProcess()
        let container = nodes(scope: scope)
        for stackSize in [512 << 10, 1 << 20, 8 << 20] {
            let error = await #expect(throws: ResolutionError.self) {
                try await Deadline.valueOnThread(stackSize: stackSize) {
                    _ = try container.tryResolve(Node.self, arguments: 100_000)
                }
            }
            #expect(error?.code == .tooDeep)
            let path = error?.path ?? []
            #expect((2...20).contains(path.count))
            #expect(path.allSatisfy { $0.description == "Node(Int)" })
            if let error { try expectText(of: error) }
            // The container still works.
            try await Deadline.valueOnThread(stackSize: stackSize) {
                _ = try container.tryResolve(Node.self, arguments: 20)
            }
        }
    }

    /// The number of services on the path depends on the stack.
    private static func expectText(of error: ResolutionError) throws {
        let words = error.description.split(separator: " ")
        let count = try #require(words.dropFirst(5).first.flatMap { Int($0) })
        let nodes = repeatElement("Node(Int)", count: 10).joined(separator: " → ")
        let location = try #require(error.location)
        #expect(
            error.description == """
                'Node(Int)' is nested too deeply: \(count) services stand on the path, and the stack of the thread has \
                no room for more.
                  Path: \(nodes) → … \(count - 20) more … → \(nodes)   (asked for at \(location))
                  To fix it, look for a recursion on the path, or resolve on a thread with a larger stack.
                """
        )
    }

    @Test func uniqueServicesThatAreTooDeepEndInAnError() async {
        await #expect(processExitsWith: .success) { try await Self.overflow(scope: .unique) }
    }

    @Test func cachedServicesThatAreTooDeepEndInAnError() async {
        await #expect(processExitsWith: .success) { try await Self.overflow(scope: .cached) }
    }

    @Test func graphServicesThatAreTooDeepEndInAnError() async {
        await #expect(processExitsWith: .success) { try await Self.overflow(scope: .graph) }
    }

    @Test func tooDeepRequestOnTheMainThreadEndsInAnError() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let container = Self.nodes(scope: .unique)
            let error = await MainActor.run {
                ResolutionError.thrown { () throws(ResolutionError) in
                    _ = try container.tryResolve(Node.self, arguments: 100_000)
                }
            }
            #expect(error?.code == .tooDeep)
        }
    }

    @Test func tooDeepAsyncRequestEndsInAnError() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let container = Self.nodes(scope: .unique)
            let error = await #expect(throws: ResolutionError.self) {
                try await container.resolveAsync(Node.self, arguments: 100_000)
            }
            #expect(error?.code == .tooDeep)
        }
    }

    @Test func tooDeepResolveStopsTheProgramWithItsPath() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Deadline.endProcess()
            let container = Container()
            container.register { (resolver: Resolver, number: Int) -> Node in
                Node(below: number > 0 ? resolver.resolve(Node.self, arguments: number - 1) : nil)
            }
            _ = container.resolve(Node.self, arguments: 100_000)
        }
        let text = try #require(result).standardErrorText
        #expect(text.contains("Path: Node(Int) → Node(Int)"))
    }
}

extension Container {
    /// A node above as many others as its argument says.
    fileprivate var declaredNode: Factory<DepthLimitTests.Node, Int> {
        self { number in
            let below = number == 0 ? nil : try self.declaredNode.tryResolve(number - 1)
            return DepthLimitTests.Node(below: below)
        }
    }
}
