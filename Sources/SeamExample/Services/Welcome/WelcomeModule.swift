import Seam

/// Registers a sender for every channel by name, and the sender of the chosen channel without a name.
struct WelcomeModule: Module {
    let channel: Channel

    func register(in container: Container) {
        container.register(name: .console) { resolver in
            ConsoleSender(terminal: try resolver.tryResolve()) as any WelcomeSender
        }
        container.register(name: .outbox) { (_, directory: String) in
            OutboxSender(directory: directory) as any WelcomeSender
        }
        container.register { [channel] resolver -> any WelcomeSender in
            switch channel {
            case .console: try resolver.tryResolve(name: .console)
            case .outbox(let directory): try resolver.tryResolve(name: .outbox, arguments: directory)
            }
        }
    }
}
