import Seam
import TestKit
import Testing

/// The service behind a `Lazy` or `@LazyInject` is built once, even if many threads read it first.
struct LazyOnceTests {
    private final class Service: Sendable {}

    private static let threads = 16

    private let container = Container()
    private let built = Counter()

    /// Reads on many threads at once, all of which have begun before the first build ends.
    private func readAtOnce(scope: Scope, _ read: @escaping @Sendable () -> Service) throws -> [Service] {
        let reading = Counter()
        container.register { [built] in
            built.increment()
            reading.wait(for: Self.threads)
            for _ in 0..<200 { CurrentThread.yield() }
            return Service()
        }
        .scope(scope)
        return try ThreadGroup.run(Self.threads) { _ in
            reading.increment()
            return read()
        }
    }

    @Test(.timeLimit(.minutes(15)), arguments: [Scope].all)
    func serviceBehindLazyIsBuiltOnce(scope: Scope) throws {
        let lazy = container.resolve(Lazy<Service>.self)
        let services = try readAtOnce(scope: scope) { lazy.value }
        #expect(built.count == 1)
        #expect(services.allSatisfy { $0 === services[0] })
    }

    @Test(.timeLimit(.minutes(15)), arguments: [Scope].all)
    func serviceBehindCopiesOfALazyIsBuiltOnce(scope: Scope) throws {
        let lazy = container.resolve(Lazy<Service>.self)
        let copies = (lazy, [lazy], Optional(lazy))
        let services = try readAtOnce(scope: scope) { (copies.1.first ?? copies.0).value }
        #expect(built.count == 1)
        #expect(services.allSatisfy { $0 === copies.2?.value })
    }

    @Test(.timeLimit(.minutes(15)), arguments: [Scope].all)
    func serviceBehindLazyInjectIsBuiltOnce(scope: Scope) throws {
        let lazy = LazyInject<Service>(in: container)
        let services = try readAtOnce(scope: scope) { lazy.wrappedValue }
        #expect(built.count == 1)
        #expect(services.allSatisfy { $0 === services[0] })
    }

    @Test(.timeLimit(.minutes(15)))
    func serviceBehindLazyInjectIsBuiltOnceAfterARelease() throws {
        let lazy = LazyInject<Service>(in: container)
        container.register { Service() }
        let first = lazy.wrappedValue
        lazy.projectedValue.release()
        let services = try withContainer(container) {
            try readAtOnce(scope: .unique) { [container] in withContainer(container) { lazy.wrappedValue } }
        }
        #expect(built.count == 1)
        #expect(services.allSatisfy { $0 === services[0] && $0 !== first })
    }
}
