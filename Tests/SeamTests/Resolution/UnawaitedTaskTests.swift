import Seam
import TestKit
import Testing

/// A task that an async factory starts without waiting for it.
///
/// The task counts as part of the factory until the factory has returned. If a ring of waits leads through the task,
/// the request of the task fails, with the build that it has begun, and no other one.
struct UnawaitedTaskTests {
    private final class Account: Sendable {}

    private final class Bank: Sendable {
        let account: Account
        init(account: Account) { self.account = account }
    }

    private final class Report: Sendable {
        let bank: Bank
        init(bank: Bank) { self.bank = bank }
    }

    /// The outcome of the side task's request; `built` if the task got its service.
    private typealias Outcome = Box<ResolutionError.Code?>

    private static let built: ResolutionError.Code? = nil

    /// Asks for the bank; returns the outcome.
    private static func ask(_ resolver: Resolver) async -> ResolutionError.Code? {
        do { _ = try await resolver.resolveAsync(Bank.self) } catch { return (error as? ResolutionError)?.code }
        return built
    }

    @Test(.timeLimit(.minutes(15)), arguments: [Scope].keeping)
    func outsiderGetsTheServiceThatTheTaskWants(scope: Scope) async throws {
        for _ in 0..<50 {
            let container = Container()
            container.registerAsync { resolver in
                Task { try await resolver.resolveAsync(Bank.self) }
                await Task.yield()
                return Account()
            }
            .scope(scope)
            container.registerAsync { resolver in Bank(account: try await resolver.resolveAsync()) }.scope(scope)
            let owner = Task { try await container.resolveAsync(Account.self) }
            let bank = try await Deadline.valueInTask { try await container.resolveAsync(Bank.self) }
            #expect(try await owner.value === bank.account)
        }
    }

    /// The outsider builds the bank, which waits for the account whose side task wants the bank.
    @Test(.timeLimit(.minutes(15)), arguments: [Scope].keeping)
    func requestOfTheTaskFailsIfTheServiceIsBeingBuilt(scope: Scope) async throws {
        let container = Container()
        let taskHasEnded = Gate()
        let outcome = Outcome(.notRegistered)
        container.registerAsync { resolver in
            Task {
                outcome.value = await Self.ask(resolver)
                taskHasEnded.open()
            }
            await taskHasEnded.pass()
            return Account()
        }
        .scope(scope)
        container.registerAsync { resolver in Bank(account: try await resolver.resolveAsync()) }.scope(scope)
        let bank = try await Deadline.valueInTask { try await container.resolveAsync(Bank.self) }
        let account = try await container.resolveAsync(Account.self)
        #expect(bank.account === account)
        #expect(outcome.value == .circularDependency)
    }

    /// The side task waits for the bank before the bank asks for the account.
    @Test(.timeLimit(.minutes(15)), arguments: [Scope].keeping)
    func requestOfTheTaskFailsIfTheServiceClosesTheRing(scope: Scope) async throws {
        let container = Container()
        let (accountBegan, bankBegan) = (Gate(), Gate())
        let (taskIsAsking, taskHasEnded) = (Gate(), Gate())
        let outcome = Outcome(.notRegistered)
        container.registerAsync { resolver in
            accountBegan.open()
            Task {
                await bankBegan.pass()
                taskIsAsking.open()
                outcome.value = await Self.ask(resolver)
                taskHasEnded.open()
            }
            await taskHasEnded.pass()
            return Account()
        }
        .scope(scope)
        container.registerAsync { resolver in
            bankBegan.open()
            await taskIsAsking.pass()
            for _ in 0..<100 { await Task.yield() }
            return Bank(account: try await resolver.resolveAsync())
        }
        .scope(scope)
        let owner = Task { try await container.resolveAsync(Account.self) }
        await accountBegan.pass()
        let bank = try await Deadline.valueInTask { try await container.resolveAsync(Bank.self) }
        #expect(try await owner.value === bank.account)
        #expect(outcome.value == .circularDependency)
    }

    /// The side task asks for the bank first, and so starts its build.
    @Test(.timeLimit(.minutes(15)), arguments: [Scope].keeping)
    func outsiderGetsTheServiceThatTheTaskBegan(scope: Scope) async throws {
        let container = Container()
        let (bankBegan, outsiderIsAsking) = (Gate(), Gate())
        let taskHasEnded = Gate()
        let outcome = Outcome(.notRegistered)
        container.registerAsync { resolver in
            Task {
                outcome.value = await Self.ask(resolver)
                taskHasEnded.open()
            }
            await taskHasEnded.pass()
            return Account()
        }
        .scope(scope)
        container.registerAsync { resolver in
            bankBegan.open()
            await outsiderIsAsking.pass()
            for _ in 0..<100 { await Task.yield() }
            return Bank(account: try await resolver.resolveAsync())
        }
        .scope(scope)
        let owner = Task { try await container.resolveAsync(Account.self) }
        await bankBegan.pass()
        let bank = try await Deadline.valueInTask {
            outsiderIsAsking.open()
            return try await container.resolveAsync(Bank.self)
        }
        #expect(try await owner.value === bank.account)
        #expect(outcome.value == .circularDependency)
    }

    /// A ring through the factory's own task is still a circle, and not only for the side task.
    @Test(.timeLimit(.minutes(15)), arguments: [Scope].keeping)
    func awaitedTaskIsACircle(scope: Scope) async throws {
        let container = Container()
        container.registerAsync { resolver in
            _ = try await Task { try await resolver.resolveAsync(Bank.self) }.value
            return Account()
        }
        .scope(scope)
        container.registerAsync { resolver in Bank(account: try await resolver.resolveAsync()) }.scope(scope)
        let code = try await Deadline.codeInTask { _ = try await container.resolveAsync(Bank.self) }
        #expect(code == .circularDependency)
    }

    @Test(.timeLimit(.minutes(15)))
    func taskThatAsksAfterTheFactoryHasReturnedGetsTheService() async throws {
        let container = Container()
        let isBuilt = Gate()
        let bank = Box<Task<Bank, any Error>?>(nil)
        container.registerAsync { resolver in
            bank.value = Task {
                await isBuilt.pass()
                return try await resolver.resolveAsync(Bank.self)
            }
            return Account()
        }
        .scope(.singleton)
        container.registerAsync { resolver in Bank(account: try await resolver.resolveAsync()) }.scope(.singleton)
        container.registerAsync { resolver in Report(bank: try await resolver.resolveAsync()) }
        let account = try await container.resolveAsync(Account.self)
        isBuilt.open()
        let report = try await Deadline.valueInTask { try await container.resolveAsync(Report.self) }
        #expect(report.bank.account === account)
        #expect(try await bank.value?.value === report.bank)
    }
}
