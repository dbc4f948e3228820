@testable import Seam

/// The service of a build that no registration stands behind.
final class ServiceOfTest: Keyed {
    let key: ServiceKey

    /// - Parameter name: Tells the service from others of the tests.
    init(_ name: ServiceName? = nil) { key = ServiceKey(ServiceOfTest.self, name: name) }
}
