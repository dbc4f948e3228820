import Seam

/// Registers what the features share: the rules, and the session of a batch.
struct SignUpModule: Module {
    func register(in container: Container) {
        container.contribute { NameRule() as any AccountRule }
        container.contribute { EmailRule() as any AccountRule }
        container.register { _, id in Session(id) }
            .scope(.batch)
    }
}
