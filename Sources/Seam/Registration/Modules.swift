/// A group of registrations that belong together, installed once per container and type.
public protocol Module: Sendable {
    /// Registers the module's services.
    func register(in container: Container)
}

extension Container {
    /// Creates a container and installs modules in it.
    public convenience init(parent: Container? = nil, defaultScope: Scope = .unique, modules: any Module...) {
        self.init(parent: parent, defaultScope: defaultScope)
        install(modules)
    }

    /// Makes the registrations of modules; each type of module once, a second value of it is ignored.
    public func install(_ modules: any Module...) {
        install(modules)
    }

    private func install(_ modules: [any Module]) {
        for module in modules {
            let type = ObjectIdentifier(Swift.type(of: module))
            let isNew = state.withLock { $0.modules.insert(type).inserted }
            if isNew { module.register(in: self) }
        }
    }
}
