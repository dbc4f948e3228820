/// The registrations that an app makes on the first use of ``Container/main``.
///
/// ```swift
/// extension Container: @retroactive AutoRegistering {
///     public static func registerServices(in container: Container) { … }
/// }
/// ```
///
/// Previews and tests get these registrations as well, without an app delegate. They are made once, before anything
/// else uses `main`, on the thread that uses it first; after ``Container/removeAll()``, they are made once more. Later
/// registrations replace them. The function may resolve services.
///
/// Resolver calls this `ResolverRegistering`.
public protocol AutoRegistering: SendableMetatype {
    /// Registers the services of the app in ``Container/main``.
    static func registerServices(in container: Container)
}

extension Container: Keyed {
    /// The key that circles of waits name the container by.
    var key: ServiceKey { ServiceKey(Container.self) }

    /// Makes the registrations of ``AutoRegistering`` if this is the first use of the main container.
    ///
    /// The thread that makes them may use the container meanwhile; other threads wait.
    func prepareForUse() {
        if mayAwaitRegistration { awaitRegistration() }
    }

    @inline(never)  // It is long, and has many callers.
    private func awaitRegistration() {
        guard let registration = registerUnlessUnderWay() else { return }
        _ = WaitGraph.blockingWait(for: registration, by: .current, path: [key])
    }

    /// Makes the registrations of ``AutoRegistering``; suspends the task while another thread makes them.
    ///
    /// - Throws: If the task is cancelled while it waits.
    func prepareForUse() async throws(CancellationError) {
        guard mayAwaitRegistration, let registration = registerUnlessUnderWay() else { return }
        _ = try await WaitGraph.wait(for: registration, by: .current, path: [key])
    }

    /// The result of a read after the first use; read again if `removeAll` has come in between, after which the
    /// registrations are made again.
    func prepared<Result>(_ read: () -> Result) -> Result {
        guard isMain else { return read() }
        while true {
            let emptyings = emptyings
            prepareForUse()
            let result = read()
            if emptyings == self.emptyings { return result }
        }
    }

    /// The number of times that the container was emptied.
    var emptyings: Int { state.withLock(\.emptyings) }

    /// Changes the container under the lock, while no other thread makes the registrations of ``AutoRegistering``.
    ///
    /// A wait for them that ends early, in a circle of waits, is not begun again.
    func changeOutsideFirstUse<Result>(_ body: (inout State) -> Result) -> Result {
        let thread = ThreadLocal.record
        var awaited: Build?
        while true {
            let (result, registration) = state.withLock { state -> (Result?, Build?) in
                if let build = state.firstUse?.awaited(by: thread), build !== awaited { return (nil, build) }
                return (body(&state), nil)
            }
            if let result { return result }
            guard let registration else { continue }
            _ = WaitGraph.blockingWait(for: registration, by: .current, path: [key])
            awaited = registration
        }
    }

    /// Makes the registrations, if this is the first use.
    ///
    /// - Returns: The registration to wait for, if another thread is making it.
    private func registerUnlessUnderWay() -> Build? {
        let record = ThreadLocal.record
        // Asked before the build is made: a container is hidden for other reasons, too.
        if let present = state.withLock(\.firstUse) { return present.awaited(by: record) }
        let fresh = Build(of: self, for: .current)
        WaitGraph.offerUnfinished(ValueBox(()), of: fresh)
        let present = state.withLock { state in
            let present = state.firstUse
            if present == nil { state.firstUse = .underWay(fresh, on: record) }
            return present
        }
        if let present { return present.awaited(by: record) }
        registerServices(for: fresh, on: record)
        return nil
    }

    /// Whether this is the main container, and its registrations may not be made yet.
    private var mayAwaitRegistration: Bool { isMain && table.isHidden }

    /// Makes the registrations, with this as the current container, whatever the first use is a part of.
    private func registerServices(for build: Build, on record: ThreadRecord) {
        record.enterContext(for: build, in: self)
        let register = { _ = (Container.self as? any AutoRegistering.Type)?.registerServices(in: self) }
        let context = TaskContext.current
        if context.isEmpty { register() } else { context.inside(nil, bound: self).run(register) }
        record.leaveContext()
        settleFirstUse()
        WaitGraph.finish(build, .instance(ValueBox(())))
    }

    private func settleFirstUse() {
        state.withLock { state in
            state.firstUse = .done
            setTableHidden(!state.isReadable)
        }
    }
}

extension Container: SlotlessService {
    /// Ends the first use with the registrations made so far.
    func abandon(_ build: Build) {
        if state.withLock({ $0.firstUse?.isMade(by: build) == true }) { settleFirstUse() }
    }
}
