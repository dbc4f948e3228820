extension Container {
    /// Makes the registrations of ``AutoRegistering`` if this is the first use of the main container.
    ///
    /// One thread makes them; it may use the container meanwhile, the others wait for it.
    func prepareForUse() {
        guard isMain, table.isHidden, needsPreparation() else { return }
        (Container.self as? any AutoRegistering.Type)?.registerServices(in: self)
        let waiting = state.withLock { state in
            defer {
                state.firstUse = .settled
                table.setHidden(state.isClosed)
            }
            if case .running(_, let waiting) = state.firstUse { return waiting }
            return []
        }
        for signal in waiting { signal.send(()) }
    }

    /// Whether the calling thread has to make the registrations; waits where another one does.
    private func needsPreparation() -> Bool {
        let thread = UInt(bitPattern: ThreadLocal.record)
        let signal = state.withLock { state -> ThreadSignal<Void>?? in
            switch state.firstUse {
            case .settled:
                return .some(nil)
            case .pending:
                state.firstUse = .running(by: thread, waiting: [])
                return .none
            case .running(let owner, _) where owner == thread:
                return .some(nil)
            case .running(let owner, let waiting):
                let signal = ThreadSignal<Void>()
                state.firstUse = .running(by: owner, waiting: waiting + [signal])
                return signal
            }
        }
        guard let signal else { return true }
        signal?.wait()
        return false
    }
}
