/// The service from the current container, or the end of the program with an explanation.
///
/// Good as a default argument: `init(api: any API = resolve())`. Inside a factory the current container is the one
/// that is building; see ``Container/current``. The rest is as in ``Resolving/resolve(_:name:fileID:line:)``.
@inlinable
public func resolve<Service>(
    _ type: Service.Type = Service.self,
    name: ServiceName? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
) -> Service {
    Container.current.resolve(type, name: name, fileID: fileID, line: line)
}

/// The service built with the given arguments by the current container, or the end of the program with an explanation.
@inlinable
@_disfavoredOverload
public func resolve<Service, each Argument>(
    _ type: Service.Type = Service.self,
    name: ServiceName? = nil,
    arguments: repeat each Argument,
    fileID: StaticString = #fileID,
    line: UInt = #line
) -> Service {
    Container.current.resolve(type, name: name, arguments: repeat each arguments, fileID: fileID, line: line)
}
