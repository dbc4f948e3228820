import Seam

/// Registers the store that the user chose, with a second try and a log around it.
struct StoreModule: Module {
    let storage: Storage

    func register(in container: Container) {
        switch storage {
        case .memory:
            container.register { MemoryStore() as any AccountStore }
                .scope(.singleton)
        case .file(let path):
            container.register { FileStore(path: path) as any AccountStore }
                .scope(.singleton)
        }
        // Decorators belong to the service, whichever store that is. The last one is outermost.
        container.decorate((any AccountStore).self) { store, resolver in
            RetryingStore(store, attempts: 3, log: try resolver.tryResolve())
        }
        container.decorate((any AccountStore).self) { store, resolver in
            LoggingStore(store, log: try resolver.tryResolve())
        }
    }
}
