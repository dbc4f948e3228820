import Seam

/// Services that are not `Sendable`, with methods that wait, in closures that wait.
func handOver() async {
    do {
        let container = Container()
        container.registerAsync(Ledger.self, Ledger.open)
        container.registerAsync(name: "checked", openChecked)
        container.registerAsync(name: "begun") { () async throws -> Ledger in
            let ledger = try await Ledger.open()
            await ledger.add(1)
            return ledger
        }
        container.registerAsync(name: "copied") { services in await Ledger(copying: services.resolve(name: "plain")) }
        container.registerAsync(name: "continued") { (_: Resolver, ledger: Ledger) in
            await ledger.add(2)
            return ledger
        }
        container.register(name: "plain") { Ledger() }
        container.register(Journal.self) { Journal() }.scope(.singleton).onDispose { try await $0.close() }
        let continued: Ledger = try await container.resolveAsync(name: "continued", arguments: Ledger())
        let begun: Ledger = try await container.resolveAsync(name: "begun")
        expect(continued.sum + begun.sum == 3)
        expect(try await container.ledger.resolveAsync().sum == 0)
        for name in ["checked", "copied"] as [ServiceName] {
            _ = try await container.resolveAsync(Ledger.self, name: name)
        }
        _ = container.resolve(Journal.self)
        try await container.shutdown()
    } catch {
        fatalError("\(error)")
    }
}

/// Operations that use what their caller has.
func operate() async {
    let (container, ledger) = (Container(), Ledger())
    await withContainer(container) { await ledger.add(1) }
    await withOverrides {
        $0.register { 3 }
    } operation: {
        await ledger.add(Seam.resolve())
    }
    let opened = try? await withContainer(container, operation: Ledger.open)
    let checked = try? await withContainer(container, operation: openChecked)
    await ledger.add(4)
    expect(ledger.sum == 8 && opened?.sum == 0 && checked?.sum == 0)
    await Desk().operate(in: container)
}

/// An operation that stays with its caller.
@MainActor
private final class Desk {
    private var count = 0

    func operate(in container: Container) async {
        await withContainer(container) {
            MainActor.preconditionIsolated()
            count += 1
            await Task.yield()
            count += 1
        }
        expect(count == 2)
    }
}

private final class Ledger {
    private(set) var sum = 0

    init() {}

    init(copying other: Ledger) async { sum = other.sum }

    static func open() async throws -> Ledger { Ledger() }

    func add(_ number: Int) async { sum += number }
}

private final class Journal {
    func close() async throws {}
}

@Sendable private func openChecked() async throws -> Ledger { Ledger() }

extension Container {
    fileprivate var ledger: Factory<Ledger> { async { try await Ledger.open() }.onDispose { await $0.add(1) } }
}
