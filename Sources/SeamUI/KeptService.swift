internal import Observation
internal import Seam

/// A service that a view resolves once and keeps, however often the view is made anew.
///
/// Each new value of a view makes an object of this class. SwiftUI keeps the first object, and only that object is
/// asked for its service. The request is released, with its container, once it is answered.
@MainActor
final class KeptService<Service> {
    private enum State {
        case requested(Request)
        case resolved(Service)
    }

    private struct Request {
        /// The container that the view names itself.
        let named: Container?
        /// The current container when the view was made.
        let current: Container
        let resolve: (Container) -> Service
    }

    /// Whether the service was given, so that nothing is resolved.
    let isConstant: Bool
    private var state: State

    init(in container: Container?, resolve: @escaping (Container) -> Service) {
        isConstant = false
        state = .requested(Request(named: container, current: .current, resolve: resolve))
    }

    init(constant service: Service) {
        isConstant = true
        state = .resolved(service)
    }

    var isResolved: Bool {
        guard case .resolved = state else { return false }
        return true
    }

    /// The service, for readers that know no environment.
    var service: Service { service(in: nil) }

    /// The service; the first call resolves it.
    ///
    /// - Parameter environment: The container that a view around this one has set. It wins over the current container,
    ///   and the container that the view names wins over it.
    func service(in environment: Container?) -> Service {
        switch state {
        case .resolved(let service):
            return service
        case .requested(let request):
            let service = request.resolve(request.named ?? environment ?? request.current)
            state = .resolved(service)
            return service
        }
    }

    /// The value to show: a constant of the view as it is now, or else this one, which is kept.
    func replaced(byConstant latest: KeptService) -> KeptService {
        latest.isConstant ? latest : self
    }
}

/// A conformance for `Bindable`, which makes bindings of observable objects only; the service reports its own changes.
extension KeptService: nonisolated Observable {}

// MARK: - Requests

extension KeptService {
    convenience init(name: ServiceName?, in container: Container?, fileID: StaticString, line: UInt) {
        self.init(in: container) { $0.resolve(name: name, fileID: fileID, line: line) }
    }

    convenience init<each Argument>(
        name: ServiceName?,
        arguments: repeat each Argument,
        in container: Container?,
        fileID: StaticString,
        line: UInt
    ) {
        self.init(in: container) {
            $0.resolve(name: name, arguments: repeat each arguments, fileID: fileID, line: line)
        }
    }

    convenience init<each Argument>(
        _ keyPath: KeyPath<Container, Factory<Service, repeat each Argument>>,
        arguments: repeat each Argument,
        in container: Container?,
        fileID: StaticString,
        line: UInt
    ) {
        self.init(in: container) {
            $0[keyPath: keyPath].resolve(repeat each arguments, fileID: fileID, line: line)
        }
    }
}

// MARK: - Containers

/// Containers that a view makes once, from the container around it.
extension KeptService<Container> {
    /// A child, with registrations of its own.
    static func child(registering register: @escaping (Container) -> Void) -> KeptService {
        KeptService(in: nil) { parent in
            let child = Container(parent: parent)
            register(child)
            return child
        }
    }

    /// A copy, changed as ``withOverrides(_:operation:)`` changes its copy.
    static func copy(overriding override: @escaping (Container) -> Void) -> KeptService {
        KeptService(in: nil) { original in
            withContainer(original) { withOverrides(override) { Container.current } }
        }
    }
}
