import Foundation
import Seam

/// The sign-up desk as a program: begin reading here.
///
/// The structure is used like an app delegate: at launch it reads its options, installs the modules of the app and
/// opens the first feature. Everything after that finds its services through `@Inject`.
@main
struct SignUpApp {
    /// Lazy, because the app exists before anything is registered.
    @LazyInject private var terminal: any Terminal

    static func main() {
        let status = SignUpApp().launch(arguments: Array(CommandLine.arguments.dropFirst()))
        exit(status.rawValue)
    }

    /// Runs the whole program in the current container: `Container.main`, or the one that a test has bound.
    func launch(arguments: [String]) -> ExitStatus {
        Container.current.install(TerminalModule())
        let status = run(arguments)
        guard terminal.isIntact else {
            terminal.complain("The output could not be written.")
            return .failure
        }
        return status
    }

    private func run(_ arguments: [String]) -> ExitStatus {
        do throws(OptionsError) {
            let options = try Options(parsing: arguments)
            guard !options.showsHelp else {
                terminal.write(Options.usage)
                return .success
            }
            let container = Container.current
            CompositionRoot(options: options).compose(container)
            if let inspection = options.inspection { return inspection.run(in: container, terminal) }
            let terminal = terminal
            let trace = options.traces ? container.trace { terminal.complain($0) } : nil
            defer { trace?.cancel() }
            return options.mocksWelcome ? rehearse() : serve()
        } catch {
            terminal.complain("\(error) 'seam-example --help' lists the options.")
            return .wrongOptions
        }
    }

    /// Serves one batch with the services as they are registered.
    private func serve() -> ExitStatus {
        do throws(DeskError) {
            return try SignUpDesk().serve() ? .success : .failure
        } catch {
            terminal.complain("\(error)")
            return .failure
        }
    }

    /// Serves one batch with another sender: everything resolved inside gets it, until the call ends.
    private func rehearse() -> ExitStatus {
        withOverrides { container in
            container.register { resolver in MockSender(terminal: try resolver.tryResolve()) as any WelcomeSender }
        } operation: {
            serve()
        }
    }
}
