/// A group of registrations, installed once per container and type.
public protocol Module: Sendable {
    /// Registers the module's services.
    func register(in container: Container)
}

extension Container {
    /// Creates a container and installs modules in it, in the order given.
    ///
    /// - Complexity: O(*n*) in the number of modules, and the time of their registrations.
    public convenience init(parent: Container? = nil, defaultScope: Scope = .unique, modules: any Module...) {
        self.init(parent: parent, defaultScope: defaultScope)
        install(modules)
    }

    /// Makes the registrations of modules, in the order given.
    ///
    /// A container installs each type of module once, and ignores a second value of it. May be called from any thread;
    /// waits for a module that another thread is installing. So a module must not wait for a thread that installs it.
    ///
    /// - Complexity: O(*n*) in the number of modules, and the time of their registrations.
    public func install(_ modules: any Module...) {
        install(modules)
    }

    private func install(_ modules: [any Module]) {
        prepareForUse()
        for module in modules { install(module) }
    }

    private func install(_ module: any Module) {
        let (type, record) = (ObjectIdentifier(Swift.type(of: module)), ThreadLocal.record)
        let build = Build(of: self, at: self, for: record.waiter)
        // In a circle of waits, a thread goes on with the registrations made so far.
        WaitGraph.complete(build, ValueBox(()))
        let known = state.withLock { state -> Build?? in
            if let known = state.modules[type] { return known }
            state.modules[type] = .some(build)
            return nil
        }
        guard known == nil else {
            if let other = known ?? nil { _ = WaitGraph.blockingWait(for: other, by: record.waiter, path: [key]) }
            return
        }
        record.enterContext(record.top.context, build: Borrowed(build).word)
        module.register(in: self)
        record.leaveContext()
        state.withLock { state in
            // The container may have been emptied meanwhile, and another thread may install the module again.
            if case let own?? = state.modules[type], own === build { state.modules[type] = .some(nil) }
        }
        WaitGraph.finish(build, .success(ValueBox(())))
    }
}
