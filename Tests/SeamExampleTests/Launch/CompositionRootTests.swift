import Seam
import Testing

@testable import SeamExample

struct CompositionRootTests {
    @Test(arguments: [
        Options(),
        Options(input: .standardInput, storage: .file(path: "none.csv"), channel: .outbox(directory: "none")),
        Options(input: .file(path: "none.csv")),
    ])
    func everyServiceCanBeBuilt(options: Options) {
        let (container, terminal) = (Container(), RecordingTerminal())
        CompositionRoot(options: options).compose(container)
        #expect(Inspection.validation.run(in: container, terminal) == .success)
        #expect(terminal.complaints.isEmpty)
    }

    @Test func sessionLastsAsLongAsItsBatch() {
        let container = Container()
        CompositionRoot(options: Options()).compose(container)
        let first: Session = container.resolve(arguments: "batch")
        #expect(container.resolve(Session.self, arguments: "batch") === first)
        #expect(container.resolve(Session.self, arguments: "another") !== first)
        container.reset(.batch)
        #expect(container.resolve(Session.self, arguments: "batch") !== first)
    }

    @Test func storeOutlivesTheBatch() throws {
        let container = Container()
        container.register { RecordingTerminal() as any Terminal }
        CompositionRoot(options: Options()).compose(container)
        try container.resolve((any AccountStore).self).add(Account(name: "Ada", email: "ada@example.com"))
        container.reset(.batch)
        #expect(try container.resolve((any AccountStore).self).accounts().count == 1)
    }
}
