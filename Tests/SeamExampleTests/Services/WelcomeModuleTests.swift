import Seam
import Testing

@testable import SeamExample

struct WelcomeModuleTests {
    private func container(_ channel: Channel) -> Container {
        let container = Container()
        container.register { RecordingTerminal() as any Terminal }
        container.install(WelcomeModule(channel: channel))
        return container
    }

    @Test func unnamedSenderIsTheChosenChannel() {
        #expect(container(.console).resolve((any WelcomeSender).self) is ConsoleSender)
        let sender = container(.outbox(directory: "out")).resolve((any WelcomeSender).self)
        #expect((sender as? OutboxSender)?.directory == "out")
    }

    @Test func everyChannelCanBeAskedForByName() {
        let container = container(.console)
        #expect(container.resolve((any WelcomeSender).self, name: .console) is ConsoleSender)
        #expect(container.resolve((any WelcomeSender).self, name: .outbox, arguments: "out") is OutboxSender)
    }

    @Test func overrideEndsWithItsCall() {
        let container = container(.console)
        withContainer(container) {
            withOverrides { container in
                container.register { MockSender(terminal: RecordingTerminal()) as any WelcomeSender }
            } operation: {
                #expect(Container.current.resolve((any WelcomeSender).self) is MockSender)
            }
            #expect(Container.current.resolve((any WelcomeSender).self) is ConsoleSender)
        }
    }
}
