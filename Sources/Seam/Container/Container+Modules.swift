extension Container {
    /// Registers what the modules bring; each type of module once, a second value of it is ignored.
    public func install(_ modules: any Module...) {
        install(modules)
    }

    func install(_ modules: [any Module]) {
        for module in modules {
            let type = ObjectIdentifier(Swift.type(of: module))
            let isNew = state.withLock { $0.modules.insert(type).inserted }
            if isNew { module.register(in: self) }
        }
    }

    /// Creates a container and installs modules in it.
    public convenience init(parent: Container? = nil, defaultScope: Scope = .unique, modules: any Module...) {
        self.init(parent: parent, defaultScope: defaultScope)
        install(modules)
    }
}
