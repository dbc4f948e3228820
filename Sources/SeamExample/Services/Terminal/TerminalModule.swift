import Seam

/// Connects the program to its user.
struct TerminalModule: Module {
    func register(in container: Container) {
        // A terminal that is there already stays: a test brings its own before it launches the app.
        container.register(when: .ifAbsent) { StandardTerminal() as any Terminal }
        container.register(autowiring: TerminalLog.init)
            .implements((any Log).self)
    }
}
