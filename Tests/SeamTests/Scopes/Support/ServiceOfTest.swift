@testable import Seam

/// The service of a build that has no registration.
final class ServiceOfTest: Keyed {
    let key: ServiceKey

    /// - Parameter name: Distinguishes the service from others of the tests.
    init(_ name: ServiceName? = nil) { key = ServiceKey(ServiceOfTest.self, name: name) }
}

extension Build {
    /// A build of a service that is called `name`.
    convenience init(_ name: String, for waiter: Waiter = Waiter(), isOfTask: Bool = false) {
        let (service, table) = (ServiceOfTest(ServiceName(name)), SlotTable(.cached))
        let slot = table.slot(for: nil)
        self.init(of: service, at: slot, in: table, for: waiter, dependencies: nil, isOfTask: isOfTask)
    }
}

extension CachedInstance {
    /// An instance that is held strongly.
    convenience init<Value>(keeping value: Value) { self.init(.strong(ValueBox(value))) }
}

extension ArgumentReference {
    /// The arguments of a request, in a box that the caller holds.
    init?<each Argument>(_ box: ValueBox, of types: repeat (each Argument).Type) {
        self.init(ArgumentPack<repeat each Argument>.self, at: ArgumentAddress(box))
    }
}
