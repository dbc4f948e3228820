import Seam

/// The services and arguments that the tests of keys, registration, resolution and containers use.
enum Fixtures {}

// MARK: - Services

extension Fixtures {
    /// A service behind a protocol.
    protocol Service: AnyObject, Sendable {
        var label: String { get }
    }

    /// A second protocol of the same service.
    protocol Auditing: AnyObject, Sendable {}

    final class Live: Service, Auditing {
        let label: String
        init(_ label: String = "live") { self.label = label }
    }

    final class Mock: Service {
        let label = "mock"
    }

    /// A decorator; its label shows what it wraps.
    final class Wrapper: Service {
        let label: String
        init(_ inner: any Service, _ name: String = "wrapped") { label = "\(name)(\(inner.label))" }
    }

    /// A service that conforms to nothing.
    final class Engine: Sendable {
        let label: String
        init(_ label: String = "engine") { self.label = label }
    }

    struct Wheels: Hashable, Sendable {
        var count = 4
    }

    /// A service that takes arguments.
    final class User: Sendable {
        let id: Int
        let name: String
        init(id: Int, name: String = "") {
            self.id = id
            self.name = name
        }
    }
}

// MARK: - Arguments

extension Fixtures {
    protocol Animal: Sendable {
        var sound: String { get }
    }

    struct Dog: Animal {
        let sound = "woof"
    }

    struct Cat: Animal {
        let sound = "meow"
    }

    class Vehicle: @unchecked Sendable {
        var kind: String { "vehicle" }
    }

    final class Car: Vehicle, @unchecked Sendable {
        override var kind: String { "car" }
    }

    /// An argument that cannot be compared.
    struct Depth: Sendable {
        let remaining: Int
    }
}

// MARK: - Failures

extension Fixtures {
    struct Breakdown: Error, Equatable, CustomStringConvertible {
        let description = "out of fuel"
    }
}
