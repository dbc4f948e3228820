/// Asks for a service whenever it is called, with any arguments.
///
/// Needs no registration of its own: `resolve(Provider<T, Int>.self)`, a factory's parameter or an autowired
/// initialiser get one. It breaks cycles, since building it builds nothing.
public struct Provider<Service, each Argument>: Sendable {
    private let provide: @Sendable (repeat each Argument) -> Service

    /// Creates one that calls the given closure.
    public init(_ provide: @escaping @Sendable (repeat each Argument) -> Service) {
        self.provide = provide
    }

    /// The service.
    ///
    /// - Note: Stops the program with the text of the ``ResolutionError`` where it cannot be had.
    public func callAsFunction(_ arguments: repeat each Argument) -> Service {
        provide(repeat each arguments)
    }
}

extension Provider: DerivedService {
    static func derive<Arguments: ArgumentList>(_ asked: Asked<Arguments>) throws(ResolutionError) -> Self? {
        guard asked.arguments is NoArguments else { return nil }
        let binding = ContainerBinding(to: asked.container)
        let (name, site) = (asked.name, asked.site)
        return Provider { (argument: repeat each Argument) in
            let arguments = ArgumentPack(repeat each argument)
            return binding.resolved { container throws(ResolutionError) in
                guard arguments.types.isEmpty else {
                    return try container.instance(of: Service.self, name: name, arguments: arguments, site: site)
                }
                return try container.instance(of: Service.self, name: name, arguments: NoArguments(), site: site)
            }
        }
    }
}
