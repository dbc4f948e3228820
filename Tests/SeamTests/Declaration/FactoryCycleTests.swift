import Seam
import TestKit
import Testing

extension Container {
    fileprivate var runs: Counter { resolve() }
    /// The compiler warns of a getter that names its own property.
    private var itself: Container { self }
    fileprivate var own: Factory<String> {
        self {
            self.runs.increment()
            return try self.itself.own.tryResolve()
        }
    }
    fileprivate var first: Factory<String> {
        self {
            self.runs.increment()
            return try self.second.tryResolve()
        }
    }
    fileprivate var second: Factory<String> {
        self {
            self.runs.increment()
            return try self.first.tryResolve()
        }
    }
    fileprivate var hooked: Factory<String> {
        self { "hooked" }
            .onCreate { _, resolver in
                self.runs.increment()
                _ = try resolver.container.hooked.tryResolve()
            }
    }
    fileprivate var decorated: Factory<String> {
        self { "decorated" }
            .decorate { _, resolver in
                self.runs.increment()
                return try resolver.container.decorated.tryResolve()
            }
    }
    fileprivate var awaited: Factory<String> {
        async {
            self.runs.increment()
            return try await self.itself.awaited.resolveAsync()
        }
    }
    @MainActor fileprivate var isolated: Factory<String> {
        onMainActor {
            self.runs.increment()
            return try self.itself.isolated.tryResolve()
        }
    }
}

/// Circles of declared services without arguments, which nothing keeps: they are found at the first repetition.
struct FactoryCycleTests {
    private let container = Container()
    private let runs = Counter()

    init() { container.register(value: runs) }

    private func expectCircle(
        of names: [String],
        runs count: Int,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ request: () async throws -> String
    ) async {
        let error = await #expect(throws: ResolutionError.self, sourceLocation: sourceLocation) { try await request() }
        #expect(error?.code == .circularDependency, sourceLocation: sourceLocation)
        #expect(error?.steps == names, sourceLocation: sourceLocation)
        #expect(runs.count == count, sourceLocation: sourceLocation)
    }

    @Test func serviceThatNeedsItself() async {
        await expectCircle(of: ["\\.own", "\\.own"], runs: 1) { try container.own.tryResolve() }
    }

    @Test func servicesThatNeedEachOther() async {
        await expectCircle(of: ["\\.first", "\\.second", "\\.first"], runs: 2) { try container.first.tryResolve() }
    }

    @Test func overrideThatNeedsTheDeclaredService() async {
        container.second.register { [container] in try container.first.tryResolve() }
        await expectCircle(of: ["\\.first", "\\.second", "\\.first"], runs: 1) { try container.first.tryResolve() }
    }

    @Test func hookThatNeedsItsOwnService() async {
        await expectCircle(of: ["\\.hooked", "\\.hooked"], runs: 1) { try container.hooked.tryResolve() }
    }

    @Test func decoratorThatNeedsItsOwnService() async {
        await expectCircle(of: ["\\.decorated", "\\.decorated"], runs: 1) { try container.decorated.tryResolve() }
    }

    @Test func asyncServiceThatNeedsItself() async {
        await expectCircle(of: ["\\.awaited", "\\.awaited"], runs: 1) { try await container.awaited.resolveAsync() }
    }

    @Test @MainActor func mainActorServiceThatNeedsItself() async {
        await expectCircle(of: ["\\.isolated", "\\.isolated"], runs: 1) {
            try await container.isolated.resolveAsync()
        }
    }
}
