import Seam

/// Every verb that asks for a service.
@inline(__always)
func resolve() {
    let container = Container()
    container.register { Plain() as any Greeter }
    container.register(name: .formal) { Framed($0.resolve()) as any Greeter }
    let inferred: any Greeter = container.resolve()
    expect(inferred.greeting == "Hello")
    expect(container.resolve((any Greeter).self, name: .formal).greeting == "[Hello]")
    expect((try? container.tryResolve((any Greeter).self))?.greeting == "Hello")
    expect(container.optional((any Greeter).self)?.greeting == "Hello")
    expect(container.optional(Int.self) == nil)
    expect(container.all((any Greeter).self).count == 2)
    withContainer(container) {
        let current: any Greeter = Seam.resolve()
        expect(current.greeting == "Hello")
        expect(Seam.resolve((any Greeter).self, name: .formal).greeting == "[Hello]")
    }
}

@inline(__always)
func resolveWithArguments() {
    let container = Container()
    container.register { _, table, name in Visit(table: table, name: name) }
    let visit: Visit = container.resolve(arguments: 1, "Ann")
    expect(visit == container.resolve(Visit.self, arguments: 1, "Ann"))
    expect((try? container.tryResolve(Visit.self, arguments: 1, "Ann")) == visit)
    expect((try? container.tryResolve(Visit.self, arguments: 1)) == nil)
    expect(container.optional(Visit.self, arguments: 1, "Ann") == visit)
    withContainer(container) {
        expect(Seam.resolve(Visit.self, arguments: 1, "Ann") == visit)
    }
}

/// Services that need no registration of their own.
@inline(__always)
func resolveDerived() {
    let container = Container()
    container.register { Plain() as any Greeter }
    let absent: Int? = container.resolve()
    let present: (any Greeter)? = container.resolve()
    expect(absent == nil && present != nil)
    expect(container.resolve(Lazy<any Greeter>.self).value.greeting == "Hello")
    expect(Lazy.constant(7).value == 7)
    expect(container.resolve(Provider<any Greeter>.self)().greeting == "Hello")
    expect(container.resolve([any Greeter].self).count == 1)
}

@inline(__always)
func resolveDerivedWithArguments() {
    let container = Container()
    container.register { _, table in Visit(table: table, name: "Ann") }
    expect(container.resolve(Provider<Visit, Int>.self)(3).table == 3)
}

/// Providers that are made by hand.
@inline(__always)
func provide() {
    let provider = Provider<Plain> { Plain() }
    expect(provider().greeting == "Hello")
}

@inline(__always)
func provideWithArguments() {
    let provider = Provider<Visit, Int, String> { table, name in Visit(table: table, name: name) }
    expect(provider(3, "Ann").name == "Ann")
}

/// Requests that may wait.
func resolveConcurrently() async {
    let container = Container()
    container.register { Plain() as any Greeter }
    container.register(name: .formal) { Framed($0.resolve()) as any Greeter }
    container.register { _, table, name in Visit(table: table, name: name) }
    do {
        let inferred: any Greeter = try await container.resolveAsync()
        let named = try await container.resolveAsync((any Greeter).self, name: .formal)
        let visit = try await container.resolveAsync(Visit.self, arguments: 1, "Ann")
        let declared = try await resolveOnMainActor(container)
        expect(inferred.greeting == "Hello" && named.greeting == "[Hello]")
        expect(visit == declared)
    } catch {
        fatalError("\(error)")
    }
}

@MainActor
private func resolveOnMainActor(_ container: Container) async throws -> Visit {
    container.registerOnMainActor { _ in Panel() }
    expect(container.resolve(Panel.self).table == 0)
    return try await container.resolveAsync(arguments: 1, "Ann")
}
