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
