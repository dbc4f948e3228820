// The parts that the values share which resolve a service later.

extension ContainerBinding {
    /// Calls `body` with the container.
    ///
    /// The services that `body` resolves are noted as dependencies of the kept instance, unless the thread is building
    /// another kept instance. Stops the program if `body` fails, or if the container is gone.
    func resolved<Service>(
        _ key: @autoclosure () -> ServiceKey,
        _ site: StaticCallSite,
        _ body: (Container) throws(ResolutionError) -> Service
    ) -> Service {
        guard let container else { Failure.released(key(), site: site).stopProgram() }
        let record = ThreadLocal.record
        let isEntered = enter(container, record)
        defer { if isEntered { record.leaveContext() } }
        do {
            return try body(container)
        } catch {
            error.stopProgram()
        }
    }
}

extension Container {
    /// Reports a value that resolves a declared service later.
    ///
    /// - Parameter factory: Reads the declaration; called only in a dry run.
    func reportDeferred<Service, each Argument>(
        _ arguments: ArgumentPack<repeat each Argument>,
        site: StaticCallSite,
        isHeld: Bool,
        _ factory: (Container) throws(ResolutionError) -> Factory<Service, repeat each Argument>
    ) {
        for listener in listeners where listener.wantsDeferred {
            guard let factory = try? factory(self) else { continue }
            listener.requestDeferred(factory.deferredDependency(arguments, site: site, isHeld: isHeld), in: self)
        }
    }
}
