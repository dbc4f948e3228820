import Seam
import Testing

@testable import SeamExample

struct CompositionRootTests {
    @Test(arguments: [
        Options(),
        Options(input: .standardInput, storage: .file(path: "none.csv"), channel: .outbox(directory: "none")),
        Options(input: .file(path: "none.csv")),
    ])
    func everyServiceCanBeBuilt(options: Options) throws {
        let container = Container()
        CompositionRoot(options: options).compose(container)
        _ = try container.tryResolve((any WelcomeSender).self)
        _ = try container.tryResolve((any WelcomeSender).self, name: .outbox, arguments: "none")
        _ = try container.tryResolve(Session.self, arguments: "batch")
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
