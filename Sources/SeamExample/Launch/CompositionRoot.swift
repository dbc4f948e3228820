import Seam

/// The only place that names the modules of the app.
///
/// Options become registrations here and nowhere else, so that no service and no feature has to ask which store or
/// which channel was chosen.
struct CompositionRoot {
    let options: Options

    /// Registers everything that the features need in `container`.
    func compose(_ container: Container) {
        container.install(
            TerminalModule(),
            IntakeModule(input: options.input),
            StoreModule(storage: options.storage),
            WelcomeModule(channel: options.channel),
            SignUpModule()
        )
    }
}
