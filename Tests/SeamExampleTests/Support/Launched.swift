import Seam

@testable import SeamExample

/// The whole program, run once in a container of its own.
struct Launched {
    let status: ExitStatus
    let terminal = RecordingTerminal()

    /// Runs the program after `prepare` has registered the stand-ins for the real services.
    init(_ arguments: String..., prepare: (Container) -> Void = { _ in }) {
        let container = Container()
        container.register { [terminal] in terminal as any Terminal }
        prepare(container)
        status = withContainer(container) {
            SignUpApp().launch(arguments: arguments)
        }
    }

    var report: [String] {
        terminal.written.last?.split(separator: "\n").map(String.init) ?? []
    }
}
