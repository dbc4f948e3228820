import Seam

/// Factories that may wait, registered by code that does not wait for them.
@inline(__always)
func registerAsyncFactories() {
    let container = Container()
    container.registerAsync { Plain() }
    container.registerAsync(name: "unnamed") { _ in Plain() }
    container.registerAsync(name: "resolver") { r in Framed(try await r.resolveAsync(Plain.self)) }
    container.registerAsync(Framed.self, name: "shorthand") { Framed(try await $0.resolveAsync(Plain.self)) }
    container.registerAsync(name: "isolated") { @MainActor _ in Panel() }
    expect(container.isRegistered(Framed.self, name: "resolver"))
    expect(container.isRegistered(Framed.self, name: "shorthand"))
    expect(container.isRegistered(Panel.self, name: "isolated"))
    expect(failure { () throws(ResolutionError) in _ = try container.tryResolve(Plain.self) } == .requiresAsync)
}

@inline(__always)
func registerAsyncFactoriesWithArguments() {
    let container = Container()
    container.registerAsync { _, table in Visit(table: table, name: "Ann") }
    container.registerAsync { (_: Resolver, table: Int, name: String) in Visit(table: table, name: name) }
    expect(container.isRegistered(Visit.self))
}

/// Factories on the main actor.
@inline(__always)
func registerMainActorFactories() {
    let container = Container()
    container.registerOnMainActor { Panel() }
    container.registerOnMainActor(name: "unnamed") { _ in Panel() }
    container.registerOnMainActor(name: "resolver") { r in Panel(table: r.resolve()) }
    container.registerOnMainActor(Panel.self, name: "shorthand") { Panel(table: $0.resolve()) }
    expect(container.isRegistered(Panel.self))
    expect(container.isRegistered(Panel.self, name: "resolver"))
    expect(container.isRegistered(Panel.self, name: "shorthand"))
}

@inline(__always)
func registerMainActorFactoriesWithArguments() {
    let container = Container()
    container.registerOnMainActor { _, table in Panel(table: table) }
    container.registerOnMainActor { (_: Resolver, table: Int, _: String) in Panel(table: table) }
    expect(container.isRegistered(Panel.self))
}

/// The code of the error that a request ends in.
private func failure(of request: () throws(ResolutionError) -> Void) -> ResolutionError.Code? {
    do {
        try request()
        return nil
    } catch {
        return error.code
    }
}

/// Every kind of factory, asked for by requests that may wait.
func registerConcurrently() async {
    let container = Container()
    container.register { 7 }
    container.registerAsync { Plain() }
    container.registerAsync { r in Framed(try await r.resolveAsync(Plain.self)) }
    container.registerAsync { _, table in Visit(table: table, name: "Ann") }
    container.registerOnMainActor { Panel() }
    container.registerOnMainActor(name: "resolver") { r in Panel(table: r.resolve()) }
    container.registerOnMainActor { _, table in Panel(table: table) }
    do {
        let framed: Framed = try await container.resolveAsync()
        let visit = try await container.resolveAsync(Visit.self, arguments: 3)
        let panel = try await container.resolveAsync(Panel.self)
        let seven = try await container.resolveAsync(Panel.self, name: "resolver")
        let nine = try await container.resolveAsync(Panel.self, arguments: 9)
        expect(framed.greeting == "[Hello]")
        expect(visit.table == 3)
        expect(panel.table == 0 && seven.table == 7 && nine.table == 9)
    } catch {
        fatalError("\(error)")
    }
}
