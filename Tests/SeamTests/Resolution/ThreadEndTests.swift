import Foundation
import TestKit
import Testing

@testable import Seam

/// A thread that ends inside a factory.
///
/// Each test has a process of its own: a thread that waits for the ended one for ever cannot be ended otherwise.
@Suite(.enabled(if: !Sanitizer.isOfAddresses))
struct ThreadEndTests {
    private final class Token: Sendable {}
    private final class Outer: Sendable {}

    /// Calls `body` on a thread that ends inside it.
    private static func endThread(in body: @escaping @Sendable () -> Void) {
        let value = JoinedThread.value {
            body()
            return true
        }
        #expect(value == nil)
    }

    /// Registers a token whose first factory ends its thread, after `signal`.
    private static func register(_ scope: Scope, in container: Container, _ signal: @escaping @Sendable () -> Void = {})
    {
        let isBegun = Flag()
        container.register {
            if isBegun.raise() {
                signal()
                Thread.exit()
            }
            return Token()
        }
        .scope(scope)
    }

    @Test func laterRequestBuilds() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            for scope in [Scope].all {
                let container = Container()
                Self.register(scope, in: container)
                Self.endThread { _ = container.resolve(Token.self) }
                let token = Deadline.blockingResult { container.resolve(Token.self) }
                #expect(token != nil, "\(scope)")
            }
        }
    }

    @Test func threadThatWaitsBuilds() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let container = Container()
            let waiter = Box<WorkerThread<Token>?>(nil)
            Self.register(.singleton, in: container) {
                let begun = Gate()
                let thread = WorkerThread {
                    begun.open()
                    return container.resolve(Token.self)
                }
                waiter.withLock { $0 = thread }
                _ = begun.wait()
                for _ in 0..<100 { CurrentThread.yield() }
            }
            Self.endThread { _ = container.resolve(Token.self) }
            let token = try waiter.withLock { $0 }?.value()
            #expect(token === container.resolve(Token.self))
        }
    }

    @Test func slotForArgumentsIsRemoved() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let container = Container()
            container.register { (_: Resolver, _: Int) in
                Thread.exit()
                return Token()
            }
            .scope(.cached)
            Self.endThread { _ = container.resolve(Token.self, arguments: 1) }
            #expect(container.ownEntries.first?.cacheIfMade?.own.all.isEmpty == true)
        }
    }

    /// Ends the first thread that installs it, after `signal`.
    private struct Interrupted: Module {
        let isBegun: Flag
        var signal: @Sendable () -> Void = {}

        func register(in container: Container) {
            if isBegun.raise() {
                signal()
                Thread.exit()
            }
            container.register { Token() }
        }
    }

    @Test func threadThatWaitsForAModuleInstallsIt() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let (container, isBegun) = (Container(), Flag())
            let waiter = Box<WorkerThread<Bool>?>(nil)
            let module = Interrupted(isBegun: isBegun) {
                let begun = Gate()
                let thread = WorkerThread {
                    begun.open()
                    container.install(Interrupted(isBegun: isBegun))
                    return container.isRegistered(Token.self)
                }
                waiter.withLock { $0 = thread }
                _ = begun.wait()
                for _ in 0..<100 { CurrentThread.yield() }
            }
            Self.endThread { container.install(module) }
            let isRegistered = try waiter.withLock { $0 }?.value()
            #expect(isRegistered == true)
        }
    }

    @Test func lazyValueIsResolvedByTheNextReader() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let container = Container()
            Self.register(.unique, in: container)
            let lazy = container.resolve(Lazy<Token>.self)
            Self.endThread { _ = lazy.value }
            #expect(Deadline.blockingResult { lazy.value } != nil)
        }
    }

    @Test func laterThreadIsInNoRequest() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let container = Container()
            for _ in 0..<10 {
                Self.register(.unique, in: container)
                Self.endThread { _ = container.resolve(Token.self) }
                let isMain = JoinedThread.value { Container.current === Container.main }
                #expect(isMain == true)
            }
        }
    }

    @Test func hooksOfInstancesThatAreKeptRun() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let (container, count) = (Container(), Counter())
            container.register { Token() }.scope(.singleton).onResolved { _, _ in count.increment() }
            container.register { (resolver: Resolver) in
                _ = resolver.resolve(Token.self)
                Thread.exit()
                return Outer()
            }
            Self.endThread { _ = container.resolve(Outer.self) }
            #expect(count.count == 1)
        }
    }
}
