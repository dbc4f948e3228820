extension ResolutionError {
    /// Stops the program with the text, at the place of the failing request.
    ///
    /// In a dry run, its thread is left here instead, or the program stops with the findings.
    @usableFromInline @inline(never)
    func stopProgram() -> Never {
        announceStop()
        let stack = Stack()
        let dependency = path.dropFirst(stack.path.count).first
        stopProgram(text: description + (stack.innermost.map { "\n  " + note(inside: $0, asking: dependency) } ?? ""))
    }

    /// Tells the supervisor of the thread and the listeners that the program stops; a supervisor may leave the thread
    /// here instead.
    func announceStop() {
        ThreadLocal.record.supervisor?.programStops(with: self)
        for listener in Container.current.listeners { listener.programStops(with: self) }
    }

    /// The note on a failure that stops the program inside a factory, decorator or hook.
    ///
    /// - Parameter dependency: The service of the request that cannot throw; the one that has failed may lie below it.
    private func note(inside dependent: RegistryEntry, asking dependency: ServiceKey?) -> String {
        let advice =
            if dependent.kind == .declaration {
                "In the closure of a declaration, `try self.….tryResolve()` throws instead."
            } else if dependent.wiring != nil {
                "Let the initialiser take the service, which `autowiring:` resolves: a property wrapper cannot throw."
            } else if path.last?.declaration != nil {
                "There, `try resolver.container.….tryResolve()` throws instead."
            } else {
                "There, `try resolver.tryResolve(…)` throws instead, and so does `autowiring:`. If an @Inject has "
                    + "asked, let the initialiser of its type take the service."
            }
        let place = PlaceOfRegistration(of: dependent).text
        return "\(Failure.quoted(dependent.key)) (\(place)) asks for \(Failure.quoted(dependency ?? path.last)) with a "
            + "request that cannot throw: it has stopped the program, even if the outermost one was `tryResolve`. "
            + advice
    }
}
