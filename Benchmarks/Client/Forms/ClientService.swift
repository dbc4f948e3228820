/// The shape of the services of a generated client.
enum ClientService: Sendable {
    case plain
    case withDependency
    case withThreeDependencies
    case withArgument

    /// The declarations that all services share.
    static let dependencies = ["Logger", "Storage", "Sender"].map { "final class \($0): Sendable { init() {} }" }
}

extension ClientService {
    /// The protocol and the class of one service.
    func declaration(_ number: Int) -> String {
        """
        protocol Contract\(number): AnyObject, Sendable {}
        final class Service\(number): Contract\(number) { \(initializer) }
        """
    }

    /// The expression that makes a service without a container.
    func construction(_ number: Int) -> String {
        switch self {
        case .plain: "Service\(number)()"
        case .withDependency: "Service\(number)(a: Logger())"
        case .withThreeDependencies: "Service\(number)(a: Logger(), b: Storage(), c: Sender())"
        case .withArgument: "Service\(number)(id: id)"
        }
    }

    private var initializer: String {
        switch self {
        case .plain: "init() {}"
        case .withDependency: "init(a: Logger) {}"
        case .withThreeDependencies: "init(a: Logger, b: Storage, c: Sender) {}"
        case .withArgument: "init(id: Int) {}"
        }
    }
}
