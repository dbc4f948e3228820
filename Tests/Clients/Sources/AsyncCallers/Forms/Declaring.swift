import Seam

/// Declared services, asked for and replaced.
@inline(__always)
func declare() {
    let container = Container()
    expect(container.greeter() === container.greeter.resolve())
    container.greeter.register { Framed(Plain()) }
    expect(container.greeter().greeting == "[Hello]")
    container.greeter.reset()
    expect(container.greeter().greeting == "Hello")

    let local: Factory<Plain> = container { Plain() }
    let unique = container { Plain() }.unique
    let graph = container { Plain() }.graph
    let cached = container { Plain() }.scope(.cached)
    let shared = container { Plain() }.shared
    let singleton = container { Plain() }.singleton
    let held = shared()
    expect(local() !== local() && unique() !== unique() && graph() !== graph())
    expect(cached() === cached() && shared() === held && singleton() === singleton())
}

@inline(__always)
func declareWithArguments() {
    let container = Container()
    expect(container.visit(3) == container.visit.resolve(3))
    expect(container.booking(3, "Bob").name == "Bob")
    container.visit.register { table in Visit(table: table, name: "Eve") }
    container.booking.register { table, name in Visit(table: table, name: name + "!") }
    expect(container.visit(3).name == "Eve" && container.booking(3, "Bob").name == "Bob!")
    container.visit.reset()
    expect(container.visit(3).name == "Ann")

    let local: Factory<Visit, Int> = container { table in Visit(table: table, name: "Ann") }
    expect(local(3) == local.unique(3) && local.graph(3) == local.scope(.cached)(3))
}

/// Contexts, decorators, hooks and promises.
@inline(__always)
func declareParts() {
    let container = Container()
    let chained = container { Plain() as any Greeter }
        .when(.when(true)) { Framed(Plain()) as any Greeter }
        .decorate { greeter, _ in Framed(greeter) }
        .onCreate { greeter, _ in expect(greeter.greeting.hasSuffix("]")) }
        .onResolved { greeter, _ in expect(greeter.greeting.hasSuffix("]")) }
        .onDispose { _ in }
    expect(chained().greeting == "[[Hello]]" && !chained.isOverridden)
    chained.register { Plain() }
    expect((try? chained.tryResolve())?.greeting == "[Hello]" && chained.isOverridden)

    let promise: Factory<(any Greeter)?> = container.promised()
    expect(promise() == nil)
    promise.register { Plain() }
    expect(promise()?.greeting == "Hello")
}

@inline(__always)
func declarePartsWithArguments() {
    let container = Container()
    let chained = container { table in Visit(table: table, name: "Ann") }
        .when(.when(true)) { table in Visit(table: table, name: "Bob") }
        .decorate { visit, _ in Visit(table: visit.table, name: visit.name + "!") }
        .onCreate { visit, _ in expect(visit.name == "Bob!") }
    expect(chained(3).name == "Bob!" && (try? chained.tryResolve(3))?.table == 3)

    let promise: Factory<Visit, Int> = container.promised()
    promise.register { table in Visit(table: table, name: "Eve") }
    expect(promise(3).name == "Eve")
}

/// Declared services whose closures are awaited.
@inline(__always)
func declareAsync() {
    let container = Container()
    let opened = container.async { await open(Plain()) }.singleton
    let framed = container.async { services in Framed(await open(services.resolve(Plain.self))) as any Greeter }
        .when(.when(false)) { Plain() as any Greeter }
        .whenOnMainActor(.when(false)) { Plain() as any Greeter }
    expect((try? opened.tryResolve()) == nil && (try? framed.tryResolve()) == nil)
    framed.register { Plain() }
    expect(framed().greeting == "Hello")
    opened.registerAsync { await open(Plain()) }
    framed.registerAsync { services in Framed(await open(services.resolve(Plain.self))) }
    expect(opened.isOverridden && (try? framed.tryResolve()) == nil)
}

@inline(__always)
func declareAsyncWithArguments() {
    let container = Container()
    let opened = container.async { _, table in await open(Visit(table: table, name: "Ann")) }
        .when(.when(false)) { table in Visit(table: table, name: "Bob") }
        .cached
    expect((try? opened.tryResolve(3)) == nil)
    opened.register { table in Visit(table: table, name: "Eve") }
    expect(opened(3).name == "Eve")
    opened.registerAsync { _, table in await open(Visit(table: table, name: "Dan")) }
    expect((try? opened.tryResolve(3)) == nil)
}

private func open<Service: Sendable>(_ service: Service) async -> Service {
    await Task.yield()
    return service
}

/// Declared services that are awaited.
func declareConcurrently() async {
    let container = Container()
    do {
        expect(try await container.greeter.resolveAsync().greeting == "Hello")
        expect(try await container.booking.resolveAsync(3, "Bob").name == "Bob")
        expect(try await container { Plain() }.resolveAsync().greeting == "Hello")
        let panel = container.onMainActor { Panel() }
            .whenOnMainActor(.when(false)) { Panel(table: 1) }
            .decorateOnMainActor { _, _ in Panel(table: 2) }
            .onCreateOnMainActor { panel, _ in expect(panel.table == 2) }
            .onResolvedOnMainActor { panel, _ in expect(panel.table == 2) }
        expect(try await panel.resolveAsync().table == 2)
        panel.registerOnMainActor { Panel(table: 3) }
        expect(try await panel.resolveAsync().table == 2)
        let numbered = container.onMainActor { table in Panel(table: table) }
        expect(try await numbered.resolveAsync(4).table == 4)

        let opened = container.async { await open(Plain()) }.singleton
        let first = try await opened.resolveAsync()
        expect(opened() === first)
        opened.registerAsync { services in try await open(services.container.greeter.resolveAsync() as! Plain) }
        expect(try await opened.resolveAsync() !== first)
        let visit = container.async { _, table, name in await open(Visit(table: table, name: name)) }
            .whenOnMainActor(.when(true)) { table, name in Visit(table: Panel(table: table).table, name: name + "!") }
        expect(try await visit.resolveAsync(3, "Ann").name == "Ann!")
        visit.registerAsync { _, table, name in await open(Visit(table: table, name: name + "?")) }
        expect(try await visit.resolveAsync(3, "Ann").name == "Ann?")
    } catch {
        fatalError("\(error)")
    }
}
