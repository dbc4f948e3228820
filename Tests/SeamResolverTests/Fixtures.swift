import SeamResolver

/// Services as programs that use Resolver have them: classes that are not `Sendable`, and protocols without `any`.
protocol Greeting {
    var text: String { get }
}

protocol Numbered<Number> {
    associatedtype Number
    var number: Number { get }
}

class Greeter: Greeting {
    var text = "Hello"
    init() {}
}

class Person {
    var name: String
    var age: Int
    var greeter: Greeter?

    init(name: String = "Ada", age: Int = 36) {
        self.name = name
        self.age = age
    }
}

class Pair<Part> {
    let first: Part
    let second: Part

    init(_ first: Part, _ second: Part) {
        self.first = first
        self.second = second
    }
}

/// A value that tells its copies from other values.
struct Stamp: Greeting {
    private class Mark {}
    private let mark = Mark()

    var text: String { "Stamped" }

    func isCopy(of other: Stamp) -> Bool { mark === other.mark }
}

class Ticket: Numbered {
    let number = 7
}

/// Two services that need each other.
class Parent {
    let child: Child
    init(child: Child) { self.child = child }
}

class Child {
    weak var parent: Parent?
}
