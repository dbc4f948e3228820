import Seam

protocol Greeter: AnyObject, Sendable {
    var greeting: String { get }
}

final class Plain: Greeter {
    let greeting = "Hello"
}

final class Framed: Greeter {
    let greeting: String

    init(_ greeter: any Greeter) { greeting = "[\(greeter.greeting)]" }
}

struct Guest: Sendable {
    let greeter: any Greeter
    let name: String
    let table: Int
}

struct Visit: Hashable, Sendable {
    let table: Int
    let name: String
}

/// A view, say: made and used on the main actor.
@MainActor
final class Panel: Sendable {
    let table: Int

    init() { table = 0 }

    init(table: Int) { self.table = table }
}

struct Kitchen: Module {
    func register(in container: Container) {
        container.register(name: "kitchen") { Plain() as any Greeter }
    }
}

extension ServiceName {
    static let formal: Self = "formal"
}

extension Scope {
    static let evening = Scope.cached("evening")
}

extension Container {
    var greeter: Factory<any Greeter> { self { Plain() }.singleton }
    var visit: Factory<Visit, Int> { self { table in Visit(table: table, name: "Ann") }.cached }
    var booking: Factory<Visit, Int, String> { self { table, name in Visit(table: table, name: name) } }
}
