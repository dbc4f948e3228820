/// The state behind a lazy value: bound to a container, resolved, or released.
///
/// Resolves outside its lock, and lets go of the container once it has. Of two threads that resolve at once the first
/// to finish decides, so that all get the same instance.
final class LazyBinding<Service>: Sendable {
    typealias Resolve = @Sendable (Container) throws(ResolutionError) -> Service

    private enum State {
        case bound(ContainerBinding)
        case resolved(Transferred<Service>)
        case released
    }

    // Transferred, because a lazy value is shared exactly as far as its user shares it.
    private let state: Lock<State>
    private let resolve: Resolve

    init(_ binding: ContainerBinding, resolve: @escaping Resolve) {
        state = Lock(.bound(binding))
        self.resolve = resolve
    }

    /// Creates one that has its value already; once that is released, it is resolved like any other.
    init(value: Service) {
        state = Lock(.resolved(Transferred(value: value)))
        resolve = { container throws(ResolutionError) in
            try container.instance(
                of: Service.self,
                name: nil,
                arguments: NoArguments(),
                site: StaticCallSite(fileID: #fileID, line: #line)
            )
        }
    }

    var isResolved: Bool {
        state.withLock { if case .resolved = $0 { true } else { false } }
    }

    /// The value, resolved where it is not there yet.
    var value: Service {
        get {
            switch state.withLock({ $0 }) {
            case .resolved(let value): value.value
            case .bound(let binding): settle(binding)
            case .released: settle(ContainerBinding(to: .current))
            }
        }
        set { replace(with: .resolved(Transferred(value: newValue))) }
    }

    /// Forgets the value; the next read resolves again.
    func release() {
        guard isResolved else { return }
        replace(with: .released)
    }

    private func settle(_ binding: ContainerBinding) -> Service {
        let fresh = binding.resolved(resolve)
        let (settled, replaced) = state.withLock { state -> (Transferred<Service>, State) in
            if case .resolved(let value) = state { return (value, .released) }
            let replaced = state
            state = .resolved(Transferred(value: fresh))
            return (Transferred(value: fresh), replaced)
        }
        withExtendedLifetime(replaced) {}
        return settled.value
    }

    /// Changes the state; what it held is released outside the lock.
    private func replace(with new: State) {
        let old = state.withLock { state in
            defer { state = new }
            return state
        }
        withExtendedLifetime(old) {}
    }
}
