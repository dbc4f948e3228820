import Seam
import Testing

@testable import SeamExample

struct AdmissionTests {
    private let ada = Account(name: "Ada", email: "ada@example.com")

    /// Admits lines in a container of its own, with a sender that may fail.
    private func admit(_ texts: String?..., failure: WelcomeError? = nil) throws -> [Outcome] {
        let container = Container()
        container.register { RecordingTerminal() as any Terminal }
        CompositionRoot(options: Options()).compose(container)
        container.register { StubSender(failure: failure) as any WelcomeSender }
        let admission = withContainer(container) { Admission() }
        return try texts.map { try admission.admit(SignUpLine(number: 1, text: $0)) }
    }

    @Test func goodLineIsAccepted() throws {
        #expect(try admit("Ada,ada@example.com") == [.accepted(ada)])
    }

    @Test func secondOfTwoEqualEmailsIsRejected() throws {
        let outcomes = try admit("Ada,ada@example.com", "Someone else,ADA@example.com")
        #expect(outcomes.last == .rejected(reason: "ada@example.com is signed up already"))
    }

    @Test func everyObjectionIsNamed() throws {
        #expect(try admit(",ada") == [.rejected(reason: "the name is missing, \"ada\" is not an e-mail")])
    }

    @Test func lineThatIsNotTextIsRejected() throws {
        #expect(try admit(nil) == [.rejected(reason: "the line is not UTF-8")])
    }

    @Test func accountIsSignedUpThoughItsWelcomeFails() throws {
        let failure = WelcomeError(channel: "'out'", reason: "busy")
        let outcomes = try admit("Ada,ada@example.com", "Ada,ada@example.com", failure: failure)
        #expect(outcomes.first == .unwelcomed(ada, reason: "no note went to 'out' (busy)"))
        #expect(outcomes.last?.isStored == false)
    }
}

private struct StubSender: WelcomeSender {
    let failure: WelcomeError?

    func send(_ note: WelcomeNote) throws(WelcomeError) {
        if let failure { throw failure }
    }
}
