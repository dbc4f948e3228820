import Seam
import Testing

/// The ways to drop the kept instance of a registration.
enum Drop: CaseIterable {
    case reset
    case resetOfItsScope
    case replacement
    case unregistration
    case removal

    /// Drops the instance of `type` in a container.
    ///
    /// - Parameters:
    ///   - type: The service, registered without a name.
    ///   - container: The container of the registration.
    ///   - scope: The scope of the registration.
    ///   - replace: Registers the service again.
    func drop<Service>(_ type: Service.Type, in container: Container, scope: Scope, replace: () -> Void) {
        switch self {
        case .reset: container.reset()
        case .resetOfItsScope: container.reset(scope)
        case .replacement: replace()
        case .unregistration: container.unregister(type)
        case .removal: container.removeAll()
        }
    }
}
