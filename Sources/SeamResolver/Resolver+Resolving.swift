internal import Seam
internal import Synchronization

extension Resolver {
    /// The service; stops the program if it cannot be resolved.
    ///
    /// - Parameters:
    ///   - type: The type of the service; inferred by default.
    ///   - name: The name of the registration, if it has one.
    ///   - args: The arguments for the factory: one value, or a dictionary of several.
    ///   - fileID: The file of the call, for the text of an error.
    ///   - line: The line of the call.
    /// - Note: If the service cannot be resolved, the program stops with the text of the ``Seam/ResolutionError``.
    public func resolve<Service>(
        _ type: Service.Type = Service.self,
        name: Resolver.Name? = nil,
        args: Any? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        let service = answer(type, name?.serviceName, args) { container, name in
            container.resolve(type, name: name, fileID: fileID, line: line)
        }
        return decorated(service)
    }

    /// The service; `nil` if its type and name are not registered, or if its factory returns `nil`.
    ///
    /// - Note: If it is registered and cannot be built, the program stops with the text of the
    ///   ``Seam/ResolutionError``, unless a factory has returned `nil` on the way.
    public func optional<Service>(
        _ type: Service.Type = Service.self,
        name: Resolver.Name? = nil,
        args: Any? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service? {
        do {
            let service = try answer(type, name?.serviceName, args) { container, name in
                try container.tryOptional(type, name: name, fileID: fileID, line: line)
            }
            return service.map { decorated($0) }
        } catch let error as ResolutionError where !(error.underlying is FactoryReturnedNil) {
            error.stopProgram()
        } catch {
            return nil
        }
    }

    /// The answer to a request, from the container that has the type and name.
    private func answer<Service, Answer>(
        _ type: Service.Type,
        _ name: ServiceName?,
        _ arguments: Any?,
        _ resolve: (Container, ServiceName?) throws -> Answer
    ) rethrows -> Answer {
        registerServices()
        let container = source(of: type, name: name).registry.dryRunCopyOrSelf
        return try PendingRequest.with(self, arguments: arguments) { try resolve(container, name) }
    }

    private func decorated<Service>(_ service: Service) -> Service {
        Self.decorate?(service)
        return service
    }
}

// MARK: - The static functions

extension Resolver {
    /// The service from ``root``; stops the program if it cannot be resolved.
    public static func resolve<Service>(
        _ type: Service.Type = Service.self,
        name: Resolver.Name? = nil,
        args: Any? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        asked.resolve(type, name: name, args: args, fileID: fileID, line: line)
    }

    /// The service from ``root``; `nil` if its type and name are not registered, or if its factory returns `nil`.
    public static func optional<Service>(
        _ type: Service.Type = Service.self,
        name: Resolver.Name? = nil,
        args: Any? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service? {
        asked.optional(type, name: name, args: args, fileID: fileID, line: line)
    }
}

// MARK: - Interface injection

/// A type that has a resolver: ``Resolver/root``, unless it declares another one.
public protocol Resolving {
    /// The resolver to ask.
    var resolver: Resolver { get }
}

extension Resolving {
    /// The default resolver.
    public var resolver: Resolver { Resolver.root }
}
