import Seam
import TestKit
import Testing

/// Requests, containers and registrations that end in the middle of a request: nothing hangs, dangles or stays behind.
struct UnfinishedBusinessTests {
    private final class Key: Hashable, Sendable {
        let number: Int
        let text: String
        init(_ number: Int) { (self.number, text) = (number, "a text that is too long for a small string: \(number)") }
        static func == (left: Key, right: Key) -> Bool { left.number == right.number && left.text == right.text }
        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    private final class User: Sendable {
        let key: Key
        init(_ key: Key) { self.key = key }
    }

    @Test func argumentsOfAnAsyncRequestLiveAsLongAsItsHooks() async throws {
        let container = Container()
        container.register(User.self) { (_: Resolver, key: Key) in User(key) }
            .onCreate { user, resolver in
                guard user.key.number < 1_000 else { return }
                _ = try resolver.tryResolve(User.self, arguments: Key(user.key.number + 1_000))
            }
            .onResolved { _, _ in }
        for number in 0..<1_000 {
            let user: User = try await container.resolveAsync(arguments: Key(number))
            #expect(user.key.number == number)
        }
    }

    private final class Owner: Sendable {}
    private final class Part: Sendable {
        let owner: Owner
        init(_ owner: Owner) { self.owner = owner }
    }

    @Test(.timeLimit(.minutes(15))) func hooksOfAnAbandonedBuildFindItsInstance() async throws {
        let container = Container()
        let (hasBegun, isCancelled) = (Gate(), Gate())
        let (codes, report) = AsyncStream.makeStream(of: ResolutionError.Code?.self)
        container.registerAsync {
            hasBegun.open()
            await isCancelled.pass()
            return Owner()
        }
        .scope(.singleton)
        .onResolved { owner, resolver in
            do {
                let part: Part = try resolver.tryResolve()
                report.yield(part.owner === owner ? nil : .factoryFailed)
            } catch {
                report.yield((error as? ResolutionError)?.code)
            }
        }
        container.register { resolver in Part(try resolver.tryResolve()) }
        let request = Task { try await container.resolveAsync(Owner.self) }
        await hasBegun.pass()
        request.cancel()
        isCancelled.open()
        for await code in codes {
            #expect(code == nil)
            break
        }
    }

    private final class Screen: Sendable {
        let part: Part
        init(_ part: Part) { self.part = part }
    }

    /// `Part` and `Screen` hold the unfinished `Owner` and are published after it, which waits for the late hook.
    @Test(.timeLimit(.minutes(15))) func lateHookInsideAnAbandonedBuildFindsTheInstancesThatWaitForIt() async throws {
        let container = Container()
        let (hasBegun, isCancelled) = (Gate(), Gate())
        container.registerAsync {
            hasBegun.open()
            await isCancelled.pass()
            return Owner()
        }
        .scope(.singleton)
        .onCreate { _, resolver in _ = try resolver.tryResolve(Screen.self) }
        container.register { resolver in Part(try resolver.tryResolve()) }.scope(.singleton)
        let late = Counter()
        container.register { resolver in Screen(try resolver.tryResolve()) }.scope(.singleton)
            .onResolved { screen, resolver in
                if try resolver.tryResolve(Part.self) === screen.part { late.increment() }
            }
        let request = Task { try await container.resolveAsync(Owner.self) }
        await hasBegun.pass()
        request.cancel()
        isCancelled.open()
        _ = try? await request.value
        let owner: Owner = try await container.resolveAsync()
        let screen: Screen = try await container.resolveAsync()
        #expect(screen.part.owner === owner)
        #expect(late.count == 1)
    }

    /// A decorated alias keeps an instance, which synchronous requests try to build as long as its target is not there.
    @Test(.timeLimit(.minutes(15))) func asyncRequestOutlivesTheFailuresOfSynchronousOnes() async throws {
        for _ in 0..<50 {
            let container = Container()
            container.registerAsync(name: "target") {
                await Task.yield()
                return Owner()
            }
            .scope(.singleton)
            .implements(Owner.self)
            container.decorate(Owner.self) { owner, _ in owner }
            let isOver = Box(false)
            for _ in 0..<3 {
                WorkerThread {
                    while !isOver.withLock(\.self) { _ = try? container.tryResolve(Owner.self) }
                }
            }
            defer { isOver.value = true }
            _ = try await container.resolveAsync(Owner.self)
        }
    }

    private protocol Plugin: Sendable {}
    private struct SomePlugin: Plugin {}

    @Test(.timeLimit(.minutes(15))) func valueIsFoundWhileItsContainerIsClosed() async throws {
        let container = Container()
        let (entered, gate) = (Gate(), Gate())
        container.register((any Plugin).self, name: "first") { () -> any Plugin in
            entered.open()
            gate.wait()
            return SomePlugin()
        }
        container.register((any Plugin).self, name: "value", value: SomePlugin())
        async let count = Deadline.result(onThread: { container.all((any Plugin).self).count })
        await entered.pass()
        try await container.shutdown()
        gate.open()
        #expect(await count == 2)
    }

    private final class Token: Sendable {
        private let parent: Container?
        init(_ parent: Container? = nil) { self.parent = parent }
        deinit { parent?.register { 1 } }
    }

    @Test(.timeLimit(.minutes(15))) func childIsNeverReleasedUnderTheLockOfItsParent() throws {
        struct Unknown {}
        let (parent, failures) = (Container(), Counter())
        try ThreadGroup.run(3) { thread in
            for _ in 0..<2_000 {
                guard thread > 0 else {
                    if (try? parent.tryResolve(Unknown.self)) == nil { failures.increment() }
                    continue
                }
                let (child, token) = (Container(parent: parent), Token(parent))
                child.register { () -> String in
                    _ = token
                    return ""
                }
            }
        }
        #expect(failures.count == 2_000)
    }

    @Test func registrationUnderContainerScopeIsReleasedWhenItIsUnregistered() {
        let container = Container()
        weak var token: Token?
        do {
            let held = Token()
            token = held
            container.register { () -> Int in
                _ = held
                return 1
            }
            .scope(.container)
        }
        #expect(container.resolve(Int.self) == 1)
        container.unregister(Int.self)
        #expect(token == nil)
    }

    private final class Reader: Sendable {
        let owner: Lazy<Owner>
        init(_ owner: Lazy<Owner>) { self.owner = owner }
    }

    @Test func hookReadsTheLazyValueThatItsInstanceWasBuiltFor() {
        let (container, isOwn) = (Container(), Journal<Bool>())
        container.register { resolver in Reader(resolver.resolve()) }.scope(.singleton)
        container.register { Owner() }
            .onResolved { owner, resolver in isOwn.note(resolver.resolve(Reader.self).owner.value === owner) }
        _ = container.resolve(Reader.self).owner.value
        #expect(isOwn.entries == [true])
    }
}
