import Seam

/// Registers the rules and the session of a batch, which the features share.
struct SignUpModule: Module {
    func register(in container: Container) {
        container.contribute { NameRule() as any AccountRule }
        container.contribute { EmailRule() as any AccountRule }
        container.register { _, id in Session(id) }
            .scope(.batch)
    }
}
