import Seam

/// Connects the program to its user.
struct TerminalModule: Module {
    func register(in container: Container) {
        // A terminal that is there already stays: a test brings its own before it launches the app. The terminal is
        // registered as a value, so that overrides share it: it records whether any of its lines was lost.
        container.register((any Terminal).self, when: .ifAbsent, value: StandardTerminal())
        container.register(autowiring: TerminalLog.init)
            .implements((any Log).self)
    }
}
