extension ResolutionError {
    /// Stops the program with the text, at the place of the failing request.
    ///
    /// In a dry run, its thread is left here instead, or the program stops with the findings.
    @usableFromInline @inline(never)
    package func stopProgram() -> Never {
        announceStop()
        let stack = Stack()
        let outer = stack.outerPath?.services ?? []
        let around = outer + stack.path
        // A failed `onResolved` hook has the services outside the task on its path already.
        let whole = path.prefix(around.count).elementsEqual(around) ? self : prefixed(by: outer)
        // The path of such a failure has only its ends.
        let dependency = code == .tooDeep ? nil : whole.path.dropFirst(around.count).first
        trap(text: whole.description + (stack.innermost.map { "\n  " + note(inside: $0, asking: dependency) } ?? ""))
    }

    /// Tells the supervisor of the thread and the listeners that the program stops; a supervisor may leave the thread
    /// here instead.
    func announceStop() {
        ThreadLocal.record.supervisor?.programStops(with: self)
        for listener in Container.current.listeners { listener.programStops(with: self) }
    }

    /// The note on a failure that stops the program inside a factory, decorator or hook.
    ///
    /// - Parameter dependency: The service of the request that cannot throw, if it is known; the one that has failed
    ///   may lie below it.
    private func note(inside dependent: RegistryEntry, asking dependency: ServiceKey?) -> String {
        let advice =
            if dependent.kind == .declaration {
                "ask by `try self.….tryResolve()` in the closure of the declaration."
            } else if dependent.wiring != nil {
                "let the initialiser take the service, which `autowiring:` resolves: a property wrapper cannot throw."
            } else if dependency?.declaration != nil {
                "ask by `try resolver.container.….tryResolve()` there."
            } else {
                "ask by `try resolver.tryResolve(…)` there, or use `autowiring:`. If an @Inject has asked, let the "
                    + "initialiser of its type take the service."
            }
        let (service, place) = (Failure.quoted(dependent.key), PlaceOfRegistration(of: dependent).text)
        let request = dependency.map { "asks for \(Failure.quoted($0)) with a request" } ?? "has made a request"
        return
            "\(service) (\(place)) \(request) that cannot throw, which has stopped the program. "
            + "To let a caller's `tryResolve` throw instead, \(advice)"
    }
}
