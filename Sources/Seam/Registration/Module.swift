/// A group of registrations, installed once per container and type.
public protocol Module: Sendable {
    /// Registers the module's services.
    ///
    /// Called under no lock, on the thread that installs the module; other threads that install it wait. May resolve
    /// services.
    func register(in container: Container)
}

/// A type of module in a container, as a service that other threads wait for.
private final class InstalledModule: SlotlessService {
    private let type: any Module.Type
    private let container: Weak<Container>

    init(_ type: any Module.Type, in container: Container) {
        self.type = type
        self.container = Weak(container)
    }

    /// The key that circles of waits name the module by.
    var key: ServiceKey { ServiceKey(type) }

    /// Forgets a module that is not installed to the end.
    func abandon(_ build: Build) {
        container.object?.state
            .withLock { state in
                if state.modules[ObjectIdentifier(type)]?.isMade(by: build) == true {
                    state.modules[ObjectIdentifier(type)] = nil
                }
            }
    }
}

/// The progress of registrations that a container gets once: those of a type of module, or of its first use.
enum Installation: Sendable {
    /// A thread makes the registrations, and others wait for it as for a build.
    ///
    /// So circles of waits are found. In a circle, the waiting thread goes on with the registrations made so far.
    case underWay(Build, on: ThreadRecord)
    case done

    /// The build that a thread has to wait for; `nil` if there is none, or if the thread itself registers.
    func awaited(by thread: ThreadRecord) -> Build? {
        if case .underWay(let build, let own) = self, own != thread { build } else { nil }
    }

    func isMade(by build: Build) -> Bool {
        if case .underWay(let own, _) = self { own === build } else { false }
    }

    var isDone: Bool {
        if case .done = self { true } else { false }
    }
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
    /// A container installs each type of module once, and ignores a second value of it. May be called from any thread.
    /// If another thread is installing the module, the call waits for it; if that thread ends first, the call installs
    /// the module. So a module must not wait for a thread that installs it.
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
        let (service, type) = (InstalledModule(type(of: module), in: self), ObjectIdentifier(type(of: module)))
        let waiter = Waiter.current
        let build = Build(of: service, for: waiter)
        WaitGraph.offerUnfinished(ValueBox(()), of: build)
        while true {
            let present = state.withLock { state in
                let present = state.modules[type]
                if present == nil { state.modules[type] = .underWay(build, on: ThreadLocal.record) }
                return present
            }
            switch present {
            case .done: return
            case .underWay(let other, _):
                switch WaitGraph.blockingWait(for: other, by: waiter, path: [service.key]) {
                case .instance, .unfinished, .circular: return
                // It has ended before, or its thread has left it behind, and the module is to be installed here.
                case .failed, .missed: continue
                }
            case nil: return install(module, of: type, as: build)
            }
        }
    }

    /// Makes the registrations of a module, which other threads wait for by a build.
    private func install(_ module: any Module, of type: ObjectIdentifier, as build: Build) {
        let record = ThreadLocal.record
        record.enterContext(for: build)
        module.register(in: self)
        record.leaveContext()
        state.withLock { state in
            // The container may have been emptied meanwhile, and another thread may install the module again.
            if state.modules[type]?.isMade(by: build) == true { state.modules[type] = .done }
        }
        WaitGraph.finish(build, .instance(ValueBox(())))
    }
}
