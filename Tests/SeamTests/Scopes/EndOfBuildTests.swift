import Seam
import TestKit
import Testing

/// Requests of the user's code while a build begins or ends, for services that the same thread is building.
///
/// Each would otherwise wait for its own thread.
struct EndOfBuildTests {
    private final class Log: Sendable {}
    private final class File: Sendable {}

    private final class Folder: @unchecked Sendable {
        var page: Page?
    }

    private final class Page: Sendable {
        let folder: Folder
        init(_ folder: Folder) { self.folder = folder }
    }

    /// Calls closures when an instance is set, and at its end.
    private final class Storage: InstanceStorage, @unchecked Sendable {
        private let whenSet: @Sendable () -> Void
        private let atEnd: @Sendable () -> Void
        private var value: Any?

        init(whenSet: @escaping @Sendable () -> Void = {}, atEnd: @escaping @Sendable () -> Void = {}) {
            (self.whenSet, self.atEnd) = (whenSet, atEnd)
        }

        deinit { atEnd() }

        var instance: Any? {
            get { value }
            set {
                value = newValue
                if newValue != nil { whenSet() }
            }
        }
    }

    private let container = Container()
    private let codes = Journal<ResolutionError.Code?>()

    /// Notes the failure of a request.
    private func ask<Service>(for type: Service.Type) -> @Sendable () -> Void {
        { [container, codes] in
            do throws(ResolutionError) {
                _ = try container.tryResolve(type)
                codes.note(nil)
            } catch {
                codes.note(error.code)
            }
        }
    }

    private func resolvesLog() async throws -> Bool {
        try await Deadline.valueOnThread { [container] in (try? container.tryResolve(Log.self)) != nil }
    }

    @Test func storageReleasedAtTheEndOfABuildAsksForWhatIsBuiltAroundIt() async throws {
        let scope = Scope("session") { [ask = ask(for: Log.self)] in Storage(atEnd: ask) }
        container.register { resolver in
            _ = try resolver.tryResolve(File.self)
            return Log()
        }
        .scope(.singleton)
        container.register { resolver in
            resolver.container.reset(scope)
            return File()
        }
        .scope(scope)
        #expect(try await resolvesLog())
        #expect(codes.entries == [.circularDependency])
    }

    @Test(arguments: [true, false])
    func storageThatIsSetLaterAsksForWhatIsBuiltAroundIt(isOwn: Bool) async throws {
        // The page is given the unfinished folder, and so is published at the end of the folder's build.
        let ask = isOwn ? ask(for: Page.self) : ask(for: Log.self)
        container.register { resolver in
            _ = try resolver.tryResolve(Folder.self)
            return Log()
        }
        .scope(.singleton)
        container.register { Folder() }.scope(.singleton)
            .onCreate { folder, resolver in folder.page = try resolver.tryResolve() }
        container.register { resolver in Page(try resolver.tryResolve()) }
            .scope(Scope("shelf") { Storage(whenSet: ask) })
        #expect(try await resolvesLog())
        // The storage may have its own instance, whose build it is a part of.
        #expect(codes.entries == [isOwn ? nil : .circularDependency])
    }

    /// A key whose comparison asks for a service, once it may.
    private struct Key: Hashable, Sendable {
        let name: String
        let whenCompared: @Sendable () -> Void

        func hash(into hasher: inout Hasher) {}

        static func == (left: Self, right: Self) -> Bool {
            left.whenCompared()
            return left.name == right.name
        }
    }

    @Test func argumentsThatAreComparedAsForACircleAskForWhatNeedsTheBuild() async throws {
        let (mayAsk, ask) = (Flag(), ask(for: Log.self))
        let asked = Flag()
        func key(_ name: String) -> Key {
            Key(name: name) { if mayAsk.isRaised, asked.raise() { ask() } }
        }
        container.register { [second = key("second")] resolver in
            _ = try resolver.tryResolve(File.self, arguments: second)
            return Log()
        }
        .scope(.singleton)
        container.register { [second = key("second")] (resolver: Resolver, key: Key) in
            guard key.name == "first" else { return File() }
            // The slot of the first key is gone: only the frame is left to be compared.
            resolver.container.reset(.cached)
            mayAsk.raise()
            _ = try resolver.tryResolve(File.self, arguments: second)
            return File()
        }
        .scope(.cached)
        let first = key("first")
        _ = try await Deadline.valueOnThread { [container] in try container.tryResolve(File.self, arguments: first) }
        #expect(codes.entries == [.circularDependency])
    }
}
