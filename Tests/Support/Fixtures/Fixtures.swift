/// The services and arguments that the tests register and pass.
package enum Fixtures {}

// MARK: - Services

extension Fixtures {
    /// A service behind a protocol.
    package protocol Service: AnyObject, Sendable {
        var label: String { get }
    }

    /// A second protocol of the same service.
    package protocol Auditing: AnyObject, Sendable {}

    package final class Live: Service, Auditing {
        package let label: String
        package init(_ label: String = "live") { self.label = label }
    }

    package final class Mock: Service {
        package let label = "mock"
        package init() {}
    }

    /// A decorator; its label shows what it wraps.
    package final class Wrapper: Service {
        package let label: String
        package init(_ inner: any Service, _ name: String = "wrapped") { label = "\(name)(\(inner.label))" }
    }

    /// A service that conforms to nothing.
    package final class Engine: Sendable {
        package let label: String
        package init(_ label: String = "engine") { self.label = label }
    }

    package struct Wheels: Hashable, Sendable {
        package var count: Int
        package init(count: Int = 4) { self.count = count }
    }

    /// A service that takes arguments.
    package final class User: Sendable {
        package let id: Int
        package let name: String
        package init(id: Int, name: String = "") {
            self.id = id
            self.name = name
        }
    }
}

// MARK: - Arguments

extension Fixtures {
    package protocol Animal: Sendable {
        var sound: String { get }
    }

    package struct Dog: Animal {
        package let sound = "woof"
        package init() {}
    }

    package struct Cat: Animal {
        package let sound = "meow"
        package init() {}
    }

    package class Vehicle: @unchecked Sendable {
        package var kind: String { "vehicle" }
        package init() {}
    }

    package final class Car: Vehicle, @unchecked Sendable {
        package override var kind: String { "car" }
    }

    /// An argument that cannot be compared.
    package struct Depth: Sendable {
        package let remaining: Int
        package init(remaining: Int) { self.remaining = remaining }
    }
}

// MARK: - Failures

extension Fixtures {
    package struct Breakdown: Error, Equatable, CustomStringConvertible {
        package let description = "out of fuel"
        package init() {}
    }
}
