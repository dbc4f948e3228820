import Foundation
import Seam
import TestKit
import Testing

/// The first use by many threads at once.
///
/// Every test has a process of its own.
struct FirstUseThreadTests {
    @Test func manyThreadsAtOnceMakeTheRegistrationsOnce() async {
        await #expect(processExitsWith: .success) {
            let started = Counter()
            let texts = Journal<String>()
            // No thread is served before all have begun: late threads have to wait for the registrations.
            FirstUse.onRegistration { _ in
                started.wait(for: 16)
            }
            _ = await ThreadGroup.results(16) { _ in
                started.increment()
                texts.note(Container.main.resolve(FirstUse.Greeting.self).text)
            }
            #expect(texts.entries == Array(repeating: "automatic", count: 16))
            #expect(FirstUse.runs.count == 1)
        }
    }

    @Test func manyTasksAtOnceMakeTheRegistrationsOnce() async {
        await #expect(processExitsWith: .success) {
            let texts = await withTaskGroup(of: String.self) { group in
                for _ in 0..<100 {
                    group.addTask { (try? await Container.main.resolveAsync(FirstUse.Greeting.self).text) ?? "none" }
                }
                return await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(texts == ["automatic"])
            #expect(FirstUse.runs.count == 1)
        }
    }

    @Test func everyFormOfAUseBesideRemovalsSeesTheRegistrations() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let misses = Journal<String>()
            async let removals: Void? = Deadline.result(onThread: {
                for _ in 0..<5_000 { Container.main.removeAll() }
            })
            async let uses: Void? = Deadline.result(onThread: {
                for _ in 0..<2_000 {
                    let main = Container.main
                    if Container(copying: main).optional(FirstUse.Greeting.self) == nil { misses.note("copy") }
                    if !main.isRegistered(FirstUse.Greeting.self) { misses.note("isRegistered") }
                    if main.optional(Lazy<FirstUse.Greeting>.self) == nil { misses.note("Lazy") }
                    if main.all(FirstUse.Greeting.self).count != 1 { misses.note("all") }
                    if main.registrations.count < 2 { misses.note("registrations") }
                }
            })
            _ = await (removals, uses)
            #expect(Set(misses.entries) == [])
        }
    }

    @Test func explanationFromAChildIsAUse() async {
        await #expect(processExitsWith: .success) {
            let text = Container(parent: .main).explain(FirstUse.Greeting.self)
            #expect(text.contains("is resolved by the registration at"))
        }
    }

    @Test func shutdownInACancelledTaskWaitsForTheRegistrations() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let (isBegun, mayEnd, disposed) = (Gate(), Gate(), Counter())
            FirstUse.onRegistration { container in
                isBegun.open()
                mayEnd.wait()
                container.register(value: "late").onDispose { _ in disposed.increment() }
            }
            async let user: Void? = Deadline.result(onThread: { _ = try? Container.main.tryResolve(Int.self) })
            _ = await Deadline.result(onThread: { isBegun.wait() })
            let isClosing = Gate()
            let shutdown = Task {
                while !Task.isCancelled { await Task.yield() }
                isClosing.open()
                try await Container.main.shutdown()
            }
            shutdown.cancel()
            await isClosing.pass()
            _ = await Deadline.result(onThread: { Thread.sleep(forTimeInterval: 0.1) })
            mayEnd.open()
            _ = await user
            try await shutdown.value
            #expect(disposed.count == 1)
        }
    }

    @Test func closedContainerIsNotFilledAnewAfterItsRemoval() async {
        await #expect(processExitsWith: .success) {
            _ = Container.main.resolve(FirstUse.Greeting.self)
            try await Container.main.shutdown()
            Container.main.removeAll()
            Container.main.register { 1 }
            let failure = #expect(throws: ResolutionError.self) { try Container.main.tryResolve(Int.self) }
            #expect(failure?.code == .containerClosed)
            #expect(!Container.main.isRegistered(FirstUse.Greeting.self))
            #expect(FirstUse.runs.count == 1)
        }
    }

    @Test func removalWaitsForTheRegistrations() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let (isBegun, mayEnd) = (Gate(), Gate())
            FirstUse.onRegistration { container in
                guard FirstUse.runs.count == 1 else { return }
                isBegun.open()
                _ = mayEnd.wait()
                container.register { "late" }
            }
            async let user: Void? = Deadline.result(onThread: { _ = Container.main.optional(Int.self) })
            _ = await Deadline.result(onThread: { isBegun.wait() })
            let isRemoving = Gate()
            async let removal: Void? = Deadline.result(onThread: {
                isRemoving.open()
                Container.main.removeAll()
            })
            await isRemoving.pass()
            _ = await Deadline.result(onThread: { Thread.sleep(forTimeInterval: 0.1) })
            mayEnd.open()
            _ = await (user, removal)
            #expect(!Container.main.isRegistered(String.self))
            #expect(Container.main.resolve(FirstUse.Greeting.self).text == "automatic")
            #expect(FirstUse.runs.count == 2)
        }
    }

    @Test func requestBesideARemovalFindsTheRegistrationsMadeAnew() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let isOver = Flag()
            let misses = await ThreadGroup.results(3) { thread in
                guard thread == 0 else {
                    var misses = 0
                    while !isOver.isRaised {
                        if (try? Container.main.tryResolve(FirstUse.Greeting.self)) == nil { misses += 1 }
                    }
                    return misses
                }
                for _ in 0..<20_000 { Container.main.removeAll() }
                isOver.raise()
                return 0
            }
            #expect(misses == [0, 0, 0])
        }
    }

    @Test func registrationsOfOtherThreadsWin() async {
        await #expect(processExitsWith: .success) {
            let started = Counter()
            FirstUse.onRegistration { _ in
                started.wait(for: 8)
            }
            _ = await ThreadGroup.results(8) { _ in
                started.increment()
                Container.main.register { FirstUse.Greeting("explicit") }
            }
            #expect(Container.main.resolve(FirstUse.Greeting.self).text == "explicit")
            #expect(FirstUse.runs.count == 1)
        }
    }

    @Test func registrationsThatStopAValidationHoldUpNoOtherThread() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            FirstUse.onRegistration { container in _ = container.resolve(String.self) }
            let container = Container()
            for name in ["a", "b"] {
                container.register(name: ServiceName(name)) { Container.main.resolve(FirstUse.Greeting.self).text }
            }
            let error = #expect(throws: ValidationError.self) { try container.validate() }
            #expect(error?.findings.map(\.kind) == [.missing])
            #expect(Container.main.resolve(FirstUse.Greeting.self).text == "automatic")
            #expect(FirstUse.runs.count == 1)
        }
    }

    @Test func singletonBuiltDuringTheFirstUseIsSharedByAllThreads() async {
        await #expect(processExitsWith: .success) {
            let cards = Journal<FirstUse.Card>()
            FirstUse.onRegistration { container in cards.note(container.resolve(FirstUse.Card.self)) }
            _ = await ThreadGroup.results(8) { _ in cards.note(Container.main.resolve(FirstUse.Card.self)) }
            #expect(Set(cards.entries.map { ObjectIdentifier($0) }).count == 1)
        }
    }
}
