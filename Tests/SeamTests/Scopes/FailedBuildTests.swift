import TestKit
import Testing

@testable import Seam

/// A failed build frees its key, and the next request tries again.
struct FailedBuildTests {
    private final class Printer: Sendable {}
    private struct OutOfPaper: Error {}

    private let container = Container()
    private let attempts = Counter()

    /// Fails the first time.
    private func registerPrinter(_ scope: Scope) {
        container.register { [attempts] in
            if attempts.increment() == 1 { throw OutOfPaper() }
            return Printer()
        }
        .scope(scope)
    }

    /// Those that wait for a build try again after its failure, and find what is registered then.
    @Test func requestsThatHaveWaitedShareTheReplacement() async throws {
        let (isBuilding, mayFail, replacements) = (Gate(), Gate(), Counter())
        let build = Box<Build?>()
        container.register { [attempts] () throws -> Printer in
            attempts.increment()
            build.value = Build.current
            isBuilding.open()
            mayFail.wait()
            throw OutOfPaper()
        }
        .scope(.singleton)
        let results = await ThreadGroup.results(6) { [container] number -> Printer? in
            if number == 0 { return try? container.tryResolve() }
            isBuilding.wait()
            guard number == 1 else { return try? container.tryResolve() }
            #expect(build.value?.isAwaited(by: 4) == true)
            container.register {
                replacements.increment()
                return Printer()
            }
            .scope(.singleton)
            mayFail.open()
            return nil
        }
        let printer = try container.tryResolve(Printer.self)
        #expect(try #require(results)[2...].allSatisfy { $0 === printer })
        #expect(attempts.count == 1)
        #expect(replacements.count == 1)
    }

    @Test(arguments: [Scope].notUnique)
    func nextRequestTriesAgain(scope: Scope) throws {
        registerPrinter(scope)
        let error = #expect(throws: ResolutionError.self) { _ = try container.tryResolve(Printer.self) }
        #expect(error?.code == .factoryFailed)
        #expect(error?.underlying is OutOfPaper)
        _ = try container.tryResolve(Printer.self)
        #expect(attempts.count == 2)
    }

    @Test(arguments: [Scope].keepingOrShared)
    func instanceOfTheSecondAttemptIsKept(scope: Scope) throws {
        registerPrinter(scope)
        #expect(throws: ResolutionError.self) { _ = try container.tryResolve(Printer.self) }
        let printer = try container.tryResolve(Printer.self)
        #expect(try container.tryResolve(Printer.self) === printer)
        #expect(attempts.count == 2)
    }

    @Test(arguments: [Scope].notUnique)
    func failedDecoratorKeepsNothing(scope: Scope) throws {
        container.register { Printer() }.scope(scope)
            .decorate { [attempts] printer, _ in
                if attempts.increment() == 1 { throw OutOfPaper() }
                return printer
            }
        #expect(throws: ResolutionError.self) { _ = try container.tryResolve(Printer.self) }
        _ = try container.tryResolve(Printer.self)
        #expect(attempts.count == 2)
    }

    @Test(arguments: [Scope].notUnique)
    func failedHookKeepsNothing(scope: Scope) throws {
        container.register { Printer() }.scope(scope)
            .onCreate { [attempts] _, _ in
                if attempts.increment() == 1 { throw OutOfPaper() }
            }
        let error = #expect(throws: ResolutionError.self) { _ = try container.tryResolve(Printer.self) }
        #expect(error?.code == .factoryFailed)
        #expect(error?.steps == ["Printer"])
        let printer = try container.tryResolve(Printer.self)
        #expect(attempts.count == 2)
        withExtendedLifetime(printer) {}
    }

    @Test(arguments: [Scope].notUnique)
    func failedBuildCanBeRepairedByItsOwnFactory(scope: Scope) throws {
        container.register(Int.self) { r in (try? r.tryResolve(Printer.self)) == nil ? 0 : 1 }
        registerPrinter(scope)
        #expect(container.resolve(Int.self) == 0)
        #expect(container.resolve(Int.self) == 1)
    }

    @Test func failureOfOneKeyLeavesAnotherAlone() throws {
        container.register { (_: Resolver, number: Int) throws -> Printer in
            if number < 0 { throw OutOfPaper() }
            return Printer()
        }
        .scope(.singleton)
        let printer = try container.tryResolve(Printer.self, arguments: 1)
        #expect(throws: ResolutionError.self) { _ = try container.tryResolve(Printer.self, arguments: -1) }
        #expect(try container.tryResolve(Printer.self, arguments: 1) === printer)
    }

    @Test func errorTextSaysThatNothingWasKept() {
        container.register(fileID: "Office/Modules.swift", line: 8) { () throws -> Printer in throw OutOfPaper() }
            .scope(.singleton)
        let error = #expect(throws: ResolutionError.self) {
            _ = try container.tryResolve(Printer.self, fileID: "Office/Desk.swift", line: 3)
        }
        #expect(
            error?.description == """
                Building 'Printer' failed: OutOfPaper()
                  Path: Printer   (asked for at Office/Desk.swift:3)
                  Registered at Office/Modules.swift:8.
                  To fix it, look at what its factory, decorators and hooks throw; the instance was not kept, and \
                the next request tries again.
                """
        )
    }

    @Test(.timeLimit(.minutes(15)))
    func waiterForAFailedBuildBuildsItself() throws {
        let isBuilding = Gate()
        let mayFail = Gate()
        container.register { [attempts] in
            if attempts.increment() == 1 {
                isBuilding.open()
                mayFail.wait()
                throw OutOfPaper()
            }
            return Printer()
        }
        .scope(.singleton)
        let failing = WorkerThread { [container] in try container.tryResolve(Printer.self) }
        isBuilding.wait()
        let waiting = WorkerThread { [container] in try container.tryResolve(Printer.self) }
        mayFail.open()
        #expect(throws: ResolutionError.self) { try failing.value() }
        #expect(try waiting.value() === container.resolve(Printer.self))
        #expect(attempts.count == 2)
    }

    /// Builds a printer, whose factory fails in the request that comes first, and waits for it in a task.
    ///
    /// - Parameters:
    ///   - ask: Makes the request that comes first, which has to fail.
    ///   - fail: Called by the factory when the task waits; throws only there.
    private func expectOtherRequestToBuild(
        _ ask: (Container) async throws -> Printer,
        _ fail: @escaping @Sendable (Resolver) throws -> Void
    ) async throws -> ResolutionError? {
        let isBuilding = Gate()
        container.register { [attempts] resolver in
            if attempts.increment() == 1 {
                let build = Build.current
                isBuilding.open()
                #expect(build?.isAwaited(by: 1) == true)
            }
            try fail(resolver)
            return Printer()
        }
        .scope(.singleton)
        // The first request may occupy the thread that other tasks run on.
        let waiting = Task { @MainActor [container] in
            await isBuilding.pass()
            return try await container.resolveAsync(Printer.self)
        }
        let error = await #expect(throws: ResolutionError.self) { _ = try await ask(container) }
        #expect(try await waiting.value === container.tryResolve(Printer.self))
        #expect(attempts.count == 2)
        return error
    }

    @Test(.timeLimit(.minutes(15))) func cancellationOfTheRequestThatBuildsFailsNoOther() async throws {
        let error = try await expectOtherRequestToBuild { container in
            try await Task.detached { try await container.resolveAsync(Printer.self) }.value
        } _: { [attempts] _ in
            if attempts.count == 1 { withUnsafeCurrentTask { $0?.cancel() } }
            try Task.checkCancellation()
        }
        #expect(error?.underlying is CancellationError)
    }

    @Test(.timeLimit(.minutes(15)), .enabled(if: !Sanitizer.isActive))
    func requestWithLittleStackFailsNoOther() async throws {
        container.register { (resolver: Resolver, number: Int) -> String in
            number > 0 ? try resolver.tryResolve(String.self, arguments: number - 1) : ""
        }
        let error = try await expectOtherRequestToBuild { container in
            try await Deadline.valueOnThread(stackSize: 128 << 10) { try container.tryResolve(Printer.self) }
        } _: {
            _ = try $0.tryResolve(String.self, arguments: 300)
        }
        #expect(error?.code == .tooDeep)
    }
}
