import Seam
import Synchronization
import TestKit
import Testing

/// Instances that are gone or too old, and what goes with them.
struct UnusableInstanceTests {
    private struct Failure: Error {}

    private final class Key: Hashable, Sendable {
        let number: Int
        let onHash: @Sendable () -> Void

        init(_ number: Int, onHash: @escaping @Sendable () -> Void = {}) {
            self.number = number
            self.onHash = onHash
        }

        static func == (left: Key, right: Key) -> Bool { left.number == right.number }
        func hash(into hasher: inout Hasher) {
            onHash()
            hasher.combine(number)
        }
    }

    private final class Connection: Sendable {
        let action: DeinitAction?
        init(_ action: DeinitAction? = nil) { self.action = action }
    }
    private final class Pool: Sendable { init(_: Connection) {} }

    @Test(arguments: [false, true])
    func deinitOfAnExpiredInstanceMayAskForItsService(isAsync: Bool) async throws {
        let (container, clock) = (Container(), ManualClock())
        let found = Counter()
        let action: @Sendable () -> DeinitAction = {
            DeinitAction { [weak container] in
                guard let container, found.count < 2 else { return }
                if (try? container.tryResolve(Pool.self)) != nil { found.increment() }
                if (try? container.tryResolve(Connection.self)) != nil { found.increment() }
            }
        }
        container.register { Connection(action()) }.scope(.cached(for: .seconds(1), clock: clock))
        container.register { resolver in Pool(try resolver.tryResolve()) }.scope(.singleton)
        _ = container.resolve(Connection.self)
        clock.advance(by: .seconds(2))
        if isAsync {
            _ = try await Deadline.valueInTask { try await container.resolveAsync(Connection.self) }
        } else {
            _ = try await Deadline.valueOnThread { try container.tryResolve(Connection.self) }
        }
        #expect(found.count == 2)
    }

    // MARK: Arguments

    private func isReleased(after body: (Container, Key) -> Void) -> Bool {
        let container = Container()
        weak var released: Key?
        do {
            let key = Key(1)
            released = key
            body(container, key)
        }
        return withExtendedLifetime(container) { released == nil }
    }

    @Test func argumentsGoWithAnInstanceThatAHookRejects() {
        let isReleased = isReleased { container, key in
            container.register { (_: Resolver, _: Key) in Connection() }.scope(.cached)
                .onResolved { _, _ in throw Failure() }
            #expect(throws: ResolutionError.self) { try container.tryResolve(Connection.self, arguments: key) }
        }
        #expect(isReleased)
    }

    @Test func argumentsOfANilThatIsNotKeptAreReleased() {
        let isReleased = isReleased { container, key in
            container.register { (_: Resolver, _: Key) -> Connection? in nil }.scope(.shared)
            #expect(container.resolve(Connection?.self, arguments: key) == nil)
        }
        #expect(isReleased)
    }

    // MARK: Storages

    private final class Vault: InstanceStorage, Sendable {
        private let content: Mutex<Connection?>
        init(_ connection: Connection? = nil) { content = Mutex(connection) }
        var instance: Any? {
            get { content.withLock { $0 } }
            set {
                let new = newValue as? Connection
                content.withLock { $0 = new }
            }
        }
    }

    @Test func storageThatAsksForItsOwnServiceIsACircle() async throws {
        let (container, errors) = (Container(), Journal<ResolutionError.Code>())
        container.register { Connection() }
            .scope(
                Scope("own") { [weak container] in
                    do throws(ResolutionError) {
                        _ = try container?.tryResolve(Connection.self)
                    } catch {
                        errors.note(error.code)
                    }
                    return Vault()
                }
            )
        _ = try await Deadline.valueOnThread { try container.tryResolve(Connection.self) }
        #expect(errors.entries == [.circularDependency])
    }

    @Test func waitsInsideAStorageArePartOfTheBuild() async throws {
        let container = Container()
        let (isMade, isPoolBegun) = (Gate(), Gate())
        container.register { Connection() }
            .scope(
                Scope("pool") { [weak container] in
                    isMade.open()
                    _ = isPoolBegun.wait()
                    _ = try? container?.tryResolve(Pool.self)
                    return Vault()
                }
            )
        container.register { resolver in
            isPoolBegun.open()
            return Pool(try resolver.tryResolve())
        }
        .scope(.singleton)
        async let connection = Deadline.result(onThread: { (try? container.tryResolve(Connection.self)) != nil })
        _ = await Deadline.result(onThread: { isMade.wait() })
        async let pool = Deadline.result(onThread: { (try? container.tryResolve(Pool.self)) != nil })
        #expect(await connection != nil)
        #expect(await pool != nil)
    }

    @Test func disposersOfADeclarationRunForAFilledStorage() async throws {
        let container = Container()
        _ = container.vaultedConnection()
        try await container.shutdown()
        #expect(Self.disposals.count == 1)
    }

    fileprivate static let disposals = Counter()
    fileprivate static let vault = Scope("vault") { Vault(Connection()) }
    fileprivate static func connection(of container: Container) -> Factory<any AnyObject & Sendable> {
        container { Connection() as any AnyObject & Sendable }
    }

    // MARK: Requests that come too late

    @Test func requestWhoseRegistrationIsReplacedMeanwhileBuildsInTheSameContainer() {
        final class Service: Sendable {
            let text: String
            init(_ text: String) { self.text = text }
        }
        let parent = Container()
        let child = Container(parent: parent)
        parent.register { "parent" }
        child.register { "child" }
        @Sendable func register() {
            parent.register { (resolver: Resolver, _: Key) in Service(resolver.resolve()) }.scope(.singleton)
        }
        register()
        let once = Counter()
        // The registration is replaced after the request has found it, and before it looks for the instance.
        let key = Key(1) { if once.increment() == 1 { register() } }
        #expect(child.resolve(Service.self, arguments: key).text == "parent")
    }
}

extension Container {
    fileprivate var vaultedConnection: Factory<any AnyObject & Sendable> {
        UnusableInstanceTests.connection(of: self).onDispose { _ in UnusableInstanceTests.disposals.increment() }
            .scope(UnusableInstanceTests.vault)
    }
}
