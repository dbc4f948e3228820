import TestKit
import Testing

@testable import Seam

/// A first read that fails, on a thread whose failures do not stop the program, and a value that is set meanwhile.
struct LazyFailureTests {
    private final class Service: Sendable {}
    private struct Broken: Error {}

    private let container = Container()
    private let recorder = DryRunRecorder(samples: [], copies: EmptyCollection())
    private let attempts = Counter()
    private let began = Gate()
    private let goesOn = Gate()

    /// Registers a service whose first build waits, and then fails.
    private func registerBroken() {
        container.register { [attempts, began, goesOn] in
            guard attempts.increment() > 1 else {
                began.open()
                goesOn.wait()
                throw Broken()
            }
            return Service()
        }
    }

    @Test(.timeLimit(.minutes(15))) func readAfterAFailedOneTriesAgainInTheSameContainer() {
        registerBroken()
        goesOn.open()
        let lazy = container.resolve(Lazy<Service>.self)
        let outcome = DryRunThread(recorder).run { _ = lazy.value }
        #expect(outcome.stop?.code == .factoryFailed)
        let service = lazy.value
        #expect(service === lazy.value)
        #expect(attempts.count == 2)
    }

    @Test func declarationOfTheMainActorIsReadOnlyThere() async {
        let (lazy, dynamic) = await MainActor.run {
            (LazyInject(\.titleOfTheScreen, in: container), DynamicInject(\.titleOfTheScreen, in: container))
        }
        for read in [{ _ = lazy.wrappedValue }, { _ = dynamic.wrappedValue }] as [@Sendable () -> Void] {
            let outcome = DryRunThread(recorder).run(read)
            #expect(outcome.stop?.code == .requiresMainActor)
            #expect(outcome.stop?.location?.fileID.hasSuffix("LazyFailureTests.swift") == true)
        }
        #expect(await MainActor.run { lazy.wrappedValue + dynamic.wrappedValue } == "titletitle")
    }

    /// A service that asks for others through lazy values of each kind.
    private final class Editor: Sendable {
        let lazy: Lazy<Service> = resolve()
        let provider: Provider<Service> = resolve()
        let inject = LazyInject<Service>()
        let weakly = WeakInject<Service>()
        let dynamic = DynamicInject<Service>()
        let declared = DynamicInject(\.nameOfTheScreen)
        let withArguments = DynamicInject<String>(arguments: 1)
    }

    @Test func valueOfAKeptInstanceWhoseContainerIsGoneStops() {
        // The current container is asked only where no container is bound: it may be another one by accident.
        let editor: Editor
        do {
            let owner = Container()
            owner.register { Editor() }.scope(.singleton)
            editor = owner.resolve()
        }
        let reads: [@Sendable () -> Void] = [
            { _ = editor.lazy.value }, { _ = editor.provider() }, { _ = editor.inject.wrappedValue },
            { _ = editor.weakly.wrappedValue }, { _ = editor.dynamic.wrappedValue },
            { _ = editor.declared.wrappedValue }, { _ = editor.withArguments.wrappedValue },
        ]
        let keys = Array(repeating: "Service", count: 5) + ["String", "String(Int)"]
        container.register { Service() }
        for (read, key) in zip(reads, keys) {
            let stop = DryRunThread(recorder).run { [container] in withContainer(container, operation: read) }.stop
            #expect(stop?.code == .containerClosed)
            #expect(stop?.steps == [key])
            #expect(stop?.location?.fileID.hasSuffix("LazyFailureTests.swift") == true)
            #expect(stop?.description.contains("'\(key)' was asked for after its container was released.") == true)
        }
    }

    @Test func wrapperOfAConstantNamesItsOwnPlace() {
        let lazy = LazyInject<Service>.constant(Service(), fileID: "Shop/Cart.swift", line: 12)
        lazy.release()
        let outcome = withContainer(container) {
            DryRunThread(recorder)
                .run { [container] in
                    withContainer(container) { _ = lazy.wrappedValue }
                }
        }
        #expect(outcome.stop?.location?.description == "Shop/Cart.swift:12")
    }

    @Test(.timeLimit(.minutes(15))) func readerThatWaitsForAFailedOneTriesAgain() throws {
        registerBroken()
        let lazy = container.resolve(Lazy<Service>.self)
        let services = try ThreadGroup.run(3) { [recorder, began, goesOn] index -> Service? in
            guard index > 0 else {
                let outcome = DryRunThread(recorder).run { _ = lazy.value }
                #expect(outcome.stop?.code == .factoryFailed)
                return nil
            }
            began.wait()
            if index == 1 {
                for _ in 0..<1_000 { CurrentThread.yield() }
                goesOn.open()
            }
            return lazy.value
        }
        #expect(services[1] != nil)
        #expect(services[1] === services[2])
        #expect(attempts.count == 2)
    }

    @Test(.timeLimit(.minutes(15))) func valueThatWasSetBeforeAFailureStays() {
        let (lazy, other) = (LazyInject<Service>(in: container), Service())
        container.register { () throws -> Service in
            lazy.wrappedValue = other
            throw Broken()
        }
        let outcome = DryRunThread(recorder).run { _ = lazy.wrappedValue }
        #expect(outcome.stop?.code == .factoryFailed)
        #expect(lazy.projectedValue.isResolved)
        #expect(lazy.wrappedValue === other)
    }

    @Test func valueThatIsSetDuringTheFirstReadStays() {
        let (lazy, other) = (LazyInject<Service>(in: container), Service())
        let isKept = Journal<Bool>()
        container.register {
            lazy.wrappedValue = other
            isKept.note(lazy.projectedValue.isResolved && lazy.wrappedValue === other)
            return Service()
        }
        #expect(lazy.wrappedValue !== other)
        #expect(isKept.entries == [true])
        #expect(lazy.wrappedValue === other)
    }

    @Test func valueThatIsSetAndReleasedDuringTheFirstReadIsGone() {
        let (lazy, other) = (LazyInject<Service>(in: container), Service())
        let isResolved = Journal<Bool>()
        container.register {
            lazy.wrappedValue = other
            lazy.projectedValue.release()
            isResolved.note(lazy.projectedValue.isResolved)
            return Service()
        }
        let first = lazy.wrappedValue
        #expect(isResolved.entries == [false])
        #expect(first !== other)
        #expect(lazy.wrappedValue === first)
    }
}

extension Container {
    @MainActor fileprivate var titleOfTheScreen: Factory<String> { self { "title" } }
    fileprivate var nameOfTheScreen: Factory<String> { self { "name" } }
}
