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
        let turn = state.withLock { state -> Turn in
            switch state.firstUse {
            case .settled:
                return .proceed
            case .pending:
                state.firstUse = .running(by: thread, waiting: [])
                return .register
            case .running(let owner, _) where owner == thread:
                return .proceed
            case .running(let owner, let waiting):
                let signal = ThreadSignal<Void>()
                state.firstUse = .running(by: owner, waiting: waiting + [signal])
                return .wait(signal)
            }
        }
        if case .wait(let signal) = turn { signal.wait() }
        if case .register = turn { return true }
        return false
    }
}

/// What a thread has to do that uses the main container for the first time.
private enum Turn {
    case register
    case proceed
    case wait(ThreadSignal<Void>)
}
