import Seam
import Synchronization

/// Everything that is chained to a registration.
@inline(__always)
func configure() {
    let container = Container()
    let created = Atomic(0)
    container.register { Plain() }
        .scope(.singleton)
        .implements((any Greeter).self, (any AnyObject & Sendable).self)
        .implements((any Greeter).self, name: .formal) { $0 }
        .decorate { plain, _ in plain }
        .onCreate { _, _ in created.add(1, ordering: .relaxed) }
        .onDispose { _ in }
    let plain = container.resolve(Plain.self)
    expect(container.resolve((any Greeter).self) === plain)
    expect(container.resolve((any Greeter).self, name: .formal) === plain)
    expect(created.load(ordering: .relaxed) == 1)
}

@inline(__always)
func configureWithArguments() {
    let container = Container()
    container.register { _, table in Visit(table: table, name: "Ann") }
        .scope(.cached)
        .implements((any Sendable).self)
        .implements(Int.self, name: "table") { $0.table }
        .decorate { visit, _ in Visit(table: visit.table, name: visit.name + "!") }
        .onCreate { _, _ in }
        .onDispose { _ in }
    expect(container.resolve(Visit.self, arguments: 3).name == "Ann!")
    expect(container.resolve(Int.self, name: "table", arguments: 3) == 3)
    expect(container.resolve((any Sendable).self, arguments: 3) is Visit)
}

/// Decorators of the container.
@inline(__always)
func decorate() {
    let container = Container()
    container.register { Plain() as any Greeter }
    container.decorate((any Greeter).self) { greeter, _ in Framed(greeter) }
    container.decorate(String.self, name: .formal) { text, r in text + r.resolve((any Greeter).self).greeting }
    container.register(name: .formal) { "Dear all: " }
    expect(container.resolve((any Greeter).self).greeting == "[Hello]")
    expect(container.resolve(String.self, name: .formal) == "Dear all: [Hello]")
}
