import Seam
import TestKit
import Testing

extension Container {
    fileprivate var declaredNumber: Factory<Int> { self { 4 } }
}

/// Containers with many ancestors, which a thread with little stack uses and releases.
///
/// A stack that overflows ends the process, so each test has a process of its own. Sanitizers enlarge the frames.
@Suite(.enabled(if: !Sanitizer.isActive))
struct LongChainTests {
    private struct Unknown {}

    /// A container with twenty thousand ancestors.
    private static func chain(below root: Container) -> Container {
        (0..<20_000).reduce(into: root) { container, _ in container = Container(parent: container) }
    }

    /// Calls `body` with a long chain on a thread with little stack, which releases the chain afterwards.
    private static func withChain(
        below root: Container,
        _ body: @escaping @Sendable (Container) -> Void
    ) async throws {
        Deadline.endProcess()
        try await Deadline.valueOnThread(stackSize: 256 << 10) { body(chain(below: root)) }
    }

    @Test func longChainIsReleased() async {
        await #expect(processExitsWith: .success) {
            let root = WeakReference<Container>()
            try await Self.withChain(below: Container()) { last in
                root.object = last.chainOfParents.last
                #expect(root.object != nil)
            }
            #expect(await root.isGone)
        }
    }

    @Test func requestFindsWhatTheOutermostContainerRegisters() async {
        await #expect(processExitsWith: .success) {
            let root = Container()
            root.register { 1 }
            root.register(name: "named") { 2 }
            root.register { "kept" }.scope(.container)
            root.contribute { 3 }
            try await Self.withChain(below: root) { last in
                #expect(last.resolve(Int.self) == 1)
                #expect(last.resolve(Int.self, name: "named") == 2)
                #expect(last.resolve(String.self) == "kept")
                #expect(last.all(Int.self).contains(3))
                #expect(last.declaredNumber() == 4)
            }
        }
    }

    @Test func overrideOfEveryLevelIsExplained() async {
        await #expect(processExitsWith: .success) {
            try await Self.withChain(below: Container()) { last in
                let text = withContainer(last) {
                    withOverrides {
                        $0.register(fileID: "Shop/Tests.swift", line: 7) { 1 }
                    } operation: {
                        Container.current.explain(Int.self)
                    }
                }
                #expect(text.hasPrefix("'Int' is resolved by the registration at Shop/Tests.swift:7."))
            }
        }
    }

    @Test func requestForAnUnknownServiceIsAnswered() async {
        await #expect(processExitsWith: .success) {
            try await Self.withChain(below: Container()) { last in
                for _ in 0..<2 {
                    #expect(last.optional(Unknown.self) == nil)
                    #expect(last.optional(Unknown.self, name: "named") == nil)
                }
                #expect((try? last.tryResolve(Unknown.self)) == nil)
            }
        }
    }

    @Test func decoratorsOfBothEndsAreFound() async {
        await #expect(processExitsWith: .success) {
            let root = Container()
            root.register { 1 }
            root.decorate(Int.self) { number, _ in number + 1 }
            try await Self.withChain(below: root) { last in
                #expect(last.resolve(Int.self) == 2)
                last.decorate(Int.self) { number, _ in number * 10 }
                #expect(last.resolve(Int.self) == 20)
            }
        }
    }

    @Test func copyAnswersAsItsOrigin() async {
        await #expect(processExitsWith: .success) {
            let root = Container()
            root.register { 1 }
            try await Self.withChain(below: root) { last in
                let copy = Container(copying: last)
                #expect(copy.resolve(Int.self) == 1)
                let overridden = withContainer(last) {
                    withOverrides {
                        $0.register { 2 }
                    } operation: {
                        resolve(Int.self)
                    }
                }
                #expect(overridden == 2)
            }
        }
    }

    private final class Storey: Sendable {}

    private typealias Step = @Sendable (Container) throws -> Void

    /// Asks for a service whose factory asks a new child for it.
    private static func recurse(scope: Scope = .unique, _ step: @escaping Step) async throws {
        Deadline.endProcess()
        let container = Container()
        container.register { resolver in
            try step(Container(parent: resolver.container))
            return Storey()
        }
        .scope(scope)
        let error = await #expect(throws: ResolutionError.self) {
            try await Deadline.valueOnThread(stackSize: 512 << 10) { try step(container) }
        }
        #expect(error?.code == .tooDeep)
    }

    @Test func recursionThroughNewChildrenEndsInAnError() async {
        await #expect(processExitsWith: .success) {
            for scope in [Scope].notKeeping + [.container] {
                try await Self.recurse(scope: scope) { _ = try $0.tryResolve(Storey.self) }
            }
        }
    }

    @Test func recursionThroughDerivedServicesOfNewChildrenEndsInAnError() async {
        await #expect(processExitsWith: .success) {
            try await Self.recurse { _ = try $0.tryResolve([Storey].self) }
            try await Self.recurse { _ = try $0.tryResolve(Storey?.self) }
        }
    }

    @Test func recursionThroughCurrentContainersEndsInAnError() async {
        await #expect(processExitsWith: .success) {
            try await Self.recurse { child in
                try withContainer(child) { _ = try Container.current.tryResolve(Storey.self) }
            }
        }
    }
}

extension Container {
    /// The ancestors, the nearest first.
    fileprivate var chainOfParents: [Container] { Array(sequence(first: self, next: \.parent).dropFirst()) }
}
