import Seam

/// Factories that need nothing, or a resolver.
@inline(__always)
func register() {
    let container = Container()
    container.register { Plain() as any Greeter }
    container.register((any Greeter).self, name: .formal) { Plain() }
    container.register(name: "unnamed") { _ in Plain() }
    container.register(name: "framed", when: .always) { r in Framed(r.resolve()) }
    container.register(name: "shorthand") { Framed($0.resolve()) }
    container.register(String.self, name: "absent", when: .when(false)) { "never" }
    container.register(Int.self, name: "value", value: 7)
    expect(container.isRegistered((any Greeter).self))
    expect(container.isRegistered((any Greeter).self, name: .formal))
    expect(container.resolve(Plain.self, name: "unnamed").greeting == "Hello")
    expect(container.resolve(Framed.self, name: "framed").greeting == "[Hello]")
    expect(container.resolve(Framed.self, name: "shorthand").greeting == "[Hello]")
    expect(!container.isRegistered(String.self, name: "absent"))
    expect(container.resolve(Int.self, name: "value") == 7)
}

@inline(__always)
func registerWithArguments() {
    let container = Container()
    container.register { Plain() as any Greeter }
    container.register { r, table in Guest(greeter: r.resolve(), name: "Ann", table: table) }
    container.register { _, table, name in Visit(table: table, name: name) }
    container.register { (resolver: Resolver, name: String, table: Int) -> Guest in
        let greeter: any Greeter = resolver.resolve()
        return Guest(greeter: greeter, name: name, table: table)
    }
    expect(container.resolve(Guest.self, arguments: 7).table == 7)
    expect(container.resolve(Guest.self, arguments: "Bob", 7).name == "Bob")
    expect(container.resolve(Visit.self, arguments: 7, "Ann") == Visit(table: 7, name: "Ann"))
}

/// Initialisers without parameters.
@inline(__always)
func autowire() {
    let container = Container()
    container.register(autowiring: Plain.init)
    container.register((any Greeter).self, autowiring: Plain.init)
    container.register(name: "closure", autowiring: { Plain() })
    expect(container.resolve(Plain.self).greeting == "Hello")
    expect(container.resolve((any Greeter).self).greeting == "Hello")
    expect(container.resolve(Plain.self, name: "closure").greeting == "Hello")
}

@inline(__always)
func autowireDependencies() {
    let container = Container()
    container.register { Plain() as any Greeter }
    container.register(autowiring: Framed.init)
    container.register(autowiring: Guest.init(greeter:name:table:))
    container.register(value: "Ann")
    container.register(value: 7)
    expect(container.resolve(Framed.self).greeting == "[Hello]")
    expect(container.resolve(Guest.self).table == 7)
}

/// Contributions, modules, parents, and removing registrations.
@inline(__always)
func contribute() {
    let container = Container(parent: Container(modules: Kitchen()), defaultScope: .unique)
    container.contribute { "first" }
    container.contribute { _ in "second" }
    container.contribute(String.self) { r in r.resolve((any Greeter).self, name: "kitchen").greeting }
    container.install(Kitchen())
    expect(container.all(String.self) == ["first", "second", "Hello"])
    expect(container.unregister((any Greeter).self, name: "kitchen"))
    expect(container.isRegistered((any Greeter).self, name: "kitchen"))
    container.reset()
    container.reset(.evening)
    container.removeAll()
    expect(container.all(String.self).isEmpty)
}
