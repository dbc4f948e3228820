/// Registrations that an app makes on the first use of ``Container/main``, by whoever comes first.
///
/// ```swift
/// extension Container: @retroactive AutoRegistering {
///     public static func registerServices(in container: Container) { … }
/// }
/// ```
///
/// So previews and tests get the app's registrations without its delegate. Runs once, before anything else that uses
/// `main`; registrations made later win, and resolving inside works.
public protocol AutoRegistering: SendableMetatype {
    /// Registers the app's services.
    static func registerServices(in container: Container)
}

/// The progress of the registrations that the app declares for the first use of the main container.
enum FirstUse: Sendable {
    case pending
    /// One thread registers. The others wait for it as for a build, so that circles of waits are found: in one, the
    /// waiting thread goes on with what is registered so far.
    case running(Build, on: ThreadNumber)
    case settled

    /// The address of a thread's record.
    typealias ThreadNumber = UInt
}

extension Container: Keyed {
    /// The name of the container in a circle of waits.
    var key: ServiceKey { ServiceKey(Container.self) }

    /// Makes the registrations of ``AutoRegistering`` if this is the first use of the main container.
    ///
    /// One thread makes them; it may use the container meanwhile, the others wait for it.
    func prepareForUse() {
        guard let registration = registrationToAwait() else { return }
        _ = WaitGraph.blockingWait(for: registration, by: .current, path: [key])
    }

    /// Makes the registrations of ``AutoRegistering``; suspends the task while another thread does.
    ///
    /// - Throws: If the task is cancelled while it waits.
    func prepareForUse() async throws(CancellationError) {
        guard let registration = registrationToAwait() else { return }
        _ = try await WaitGraph.wait(for: registration, by: .current, path: [key])
    }

    /// The registration that another thread makes; makes it here if nobody has.
    private func registrationToAwait() -> Build? {
        guard isMain, table.isHidden else { return nil }
        let record = ThreadLocal.record
        let fresh = Build(of: self, for: .current, dependencies: nil)
        WaitGraph.complete(fresh, ValueBox(()))
        let (build, isOwn) = state.withLock { state -> (Build?, Bool) in
            switch state.firstUse {
            case .settled: return (nil, false)
            case .running(_, let thread) where thread == record.number: return (nil, false)
            case .running(let build, _): return (build, false)
            case .pending:
                state.firstUse = .running(fresh, on: record.number)
                return (fresh, true)
            }
        }
        guard isOwn else { return build }
        registerServices(for: fresh, on: record)
        return nil
    }

    private func registerServices(for build: Build, on record: ThreadRecord) {
        record.enterContext(for: build)
        (Container.self as? any AutoRegistering.Type)?.registerServices(in: self)
        record.leaveContext()
        state.withLock { state in
            state.firstUse = .settled
            table.setHidden(state.isClosed)
        }
        WaitGraph.finish(build, .success(ValueBox(())))
    }
}
