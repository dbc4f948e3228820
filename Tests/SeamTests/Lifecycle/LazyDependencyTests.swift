import Seam
import TestKit
import Testing

/// Lazy values that are read while another kept instance is built: what they resolve is a dependency of both.
struct LazyDependencyTests {
    private final class Disk: Sendable {}

    private protocol Log: Sendable {
        func write()
    }

    private final class LazyLog: Log {
        private let disk: Lazy<Disk>

        init(_ disk: Lazy<Disk>) { self.disk = disk }

        func write() { _ = disk.value }
    }

    private final class ProvidedLog: Log {
        private let disk: Provider<Disk>

        init(_ disk: Provider<Disk>) { self.disk = disk }

        func write() { _ = disk() }
    }

    private final class InjectedLog: Log {
        private let disk = LazyInject<Disk>()

        func write() { _ = disk.wrappedValue }
    }

    /// Calls a method of its dependency in its initialiser.
    private final class App: Sendable {
        init(_ log: any Log) { log.write() }
    }

    enum Kind: CaseIterable {
        case lazy, provider, inject
    }

    private static func log(_ kind: Kind, _ services: Resolver) -> any Log {
        switch kind {
        case .lazy: LazyLog(services.resolve())
        case .provider: ProvidedLog(services.resolve())
        case .inject: InjectedLog()
        }
    }

    @Test(arguments: Kind.allCases) func valueIsDisposedOfAfterItsOwner(kind: Kind) async throws {
        let (container, disposed) = (Container(), Journal<String>())
        container.register { Disk() }.scope(.singleton).onDispose { _ in disposed.note("disk") }
        container.register { Self.log(kind, $0) }.scope(.singleton).onDispose { _ in disposed.note("log") }
        container.register { App($0.resolve((any Log).self)) }.scope(.singleton).onDispose { _ in disposed.note("app") }
        _ = container.resolve(App.self)
        try await container.shutdown()
        #expect(disposed.entries == ["app", "log", "disk"])
    }

    @Test func valueIsDisposedOfAfterItsOwnerInAnAsyncBuild() async throws {
        let (container, disposed) = (Container(), Journal<String>())
        container.register { Disk() }.scope(.singleton).onDispose { _ in disposed.note("disk") }
        container.register { LazyLog($0.resolve()) }.scope(.singleton).onDispose { _ in disposed.note("log") }
        container.registerAsync { services in
            let log = try await services.resolveAsync(LazyLog.self)
            await Task.yield()
            return App(log)
        }
        .scope(.singleton).onDispose { _ in disposed.note("app") }
        _ = try await container.resolveAsync(App.self)
        try await container.shutdown()
        #expect(disposed.entries == ["app", "log", "disk"])
    }

    /// The log is older than the disk, so the order of creation would dispose of the log last.
    @Test func valueIsDisposedOfAfterAnOwnerThatWasBuiltBefore() async throws {
        let (container, disposed) = (Container(), Journal<String>())
        container.register { Disk() }.scope(.singleton).onDispose { _ in disposed.note("disk") }
        container.register { LazyLog($0.resolve()) }.scope(.singleton).onDispose { _ in disposed.note("log") }
        container.register { App($0.resolve(LazyLog.self)) }.scope(.singleton).onDispose { _ in disposed.note("app") }
        _ = container.resolve(LazyLog.self)
        _ = container.resolve(App.self)
        try await container.shutdown()
        #expect(disposed.entries == ["app", "log", "disk"])
    }

    private final class Page: Sendable {
        let disk: Lazy<Disk>

        init(_ disk: Lazy<Disk>) { self.disk = disk }
    }

    private final class Pages: Sendable {
        let new: Provider<Page>

        init(_ new: Provider<Page>) { self.new = new }
    }

    private final class Book: Sendable {
        let page: Page

        init(_ pages: Pages) { page = pages.new() }
    }

    /// The pages are held weakly, so that no container keeps what they make; but the book keeps a page.
    @Test func objectThatAKeptInstanceGetsFromALazyValueDoesNotHoldTheContainer() {
        weak var released: Container?
        do {
            let container = Container()
            container.register { Disk() }
            container.register(autowiring: Page.init)
            container.register(autowiring: Pages.init).scope(.shared)
            container.register(autowiring: Book.init).scope(.singleton)
            let pages: Pages = container.resolve()
            _ = container.resolve(Book.self)
            released = container
            withExtendedLifetime(pages) {}
        }
        #expect(released == nil)
    }
}
