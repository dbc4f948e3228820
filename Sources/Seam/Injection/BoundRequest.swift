/// A request that a wrapper makes later, once or at every read, and the container that it is made to.
struct BoundRequest<Service> {
    let container: Container
    let request: LazyRequest

    /// Creates the request for a registered service, and reports it.
    ///
    /// - Parameters:
    ///   - container: The container to ask; the current one if it is `nil`.
    ///   - isHeld: Whether the wrapper holds the service from the first read on.
    init<Arguments: ArgumentList>(
        _ arguments: Arguments,
        name: ServiceName?,
        in container: Container?,
        _ fileID: StaticString,
        _ line: UInt,
        isHeld: Bool = false
    ) {
        self.container = container ?? .current
        let site = StaticCallSite(fileID: fileID, line: line)
        // The wrapper owns the arguments and only reads them. They are shared between threads only if the user shares
        // the wrapper.
        let arguments = UncheckedSendable(value: arguments)
        // A request without arguments needs no closure.
        request =
            Arguments.self == NoArguments.self
            ? LazyRequest(name: name, site: site)
            : LazyRequest(name: name, Arguments.self, site: site) { container throws(ResolutionError) -> Service in
                try container.instance(of: Service.self, name: name, arguments: arguments.value, site: site)
            }
        self.container.reportLazy(
            LazyDependency(type: Service.self, list: Arguments.self, name: name, site: site, isHeld: isHeld)
        )
    }

    /// Creates the request for a declared service, and reports it.
    init<each Argument>(
        _ arguments: ArgumentPack<repeat each Argument>,
        _ keyPath: any KeyPath<Container, Factory<Service, repeat each Argument>> & Sendable,
        in container: Container?,
        _ fileID: StaticString,
        _ line: UInt,
        isHeld: Bool = false
    ) {
        let site = StaticCallSite(fileID: fileID, line: line)
        self.init(arguments, declaredIn: container, site, isHeld: isHeld) { $0[keyPath: keyPath] }
    }

    /// - Parameter factory: Reads the declaration.
    private init<each Argument>(
        _ arguments: ArgumentPack<repeat each Argument>,
        declaredIn container: Container?,
        _ site: StaticCallSite,
        isHeld: Bool,
        _ factory: @escaping @Sendable (Container) throws(ResolutionError) -> Factory<Service, repeat each Argument>
    ) {
        self.container = container ?? .current
        // Shared between threads only as the arguments above are.
        let pack = UncheckedSendable(value: arguments)
        request = LazyRequest(name: nil, ArgumentPack<repeat each Argument>.self, site: site) {
            container throws(ResolutionError) -> Service in
            try factory(container).instance(pack.value, site: site)
        }
        let asked = self.container
        asked.reportLazy((try? factory(asked))?.lazyDependency(arguments, site: site, isHeld: isHeld))
    }

    /// Creates the request for a declared service whose property is isolated to the main actor, and reports it; the
    /// request fails elsewhere.
    @MainActor
    init<each Argument>(
        _ arguments: ArgumentPack<repeat each Argument>,
        onMainActor keyPath: KeyPath<Container, Factory<Service, repeat each Argument>>,
        in container: Container?,
        _ fileID: StaticString,
        _ line: UInt,
        isHeld: Bool = false
    ) {
        let site = StaticCallSite(fileID: fileID, line: line)
        // The key path is only used on the main actor, as its property is.
        let keyPath = UncheckedSendable(value: keyPath)
        self.init(arguments, declaredIn: container, site, isHeld: isHeld) { container throws(ResolutionError) in
            guard MainActorCheck.isOnMainActor else {
                let key = ServiceKey(Service.self, arguments: ArgumentPack<repeat each Argument>.types)
                throw Failure.requiresMainActor(path: Stack().path + [key], place: nil, site: site)
            }
            return container[keyPath: keyPath.value]
        }
    }

    /// A new binding, which makes the request once.
    var binding: LazyBinding { LazyBinding(to: container, request, of: Service.self) }
}

extension ContainerBinding {
    /// Calls `body` with the container.
    ///
    /// The services that `body` resolves are noted as dependencies of the kept instance that the lazy value is part of,
    /// and of the one that the thread is building. Stops the program if `body` fails, or if the container is gone.
    func resolved<Service>(
        _ key: @autoclosure () -> ServiceKey,
        _ site: StaticCallSite,
        _ body: (Container) throws(ResolutionError) -> Service
    ) -> Service {
        guard let container else { Failure.released(key(), site: site).stopProgram() }
        let record = ThreadLocal.record
        let noted = enter(Borrowed(container), record)
        defer { withExtendedLifetime(noted) { if noted != nil { record.leaveContext() } } }
        do {
            return try body(container)
        } catch {
            error.stopProgram()
        }
    }
}
