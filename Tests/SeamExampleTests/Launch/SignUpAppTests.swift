import Seam
import Testing

@testable import SeamExample

struct SignUpAppTests {
    @Test func sampleSignsUpEveryAccount() {
        let app = Launched()
        #expect(app.status == .success)
        #expect(app.report == ["Signed up 4 of 4 from the sample."])
        #expect(app.terminal.complaints.isEmpty)
    }

    @Test func helpPrintsTheUsageAndSucceeds() {
        let app = Launched("--help")
        #expect(app.status == .success)
        #expect(app.terminal.written == [Options.usage])
    }

    @Test func wrongOptionsComplainInOneLine() {
        let app = Launched("--no-such-option")
        #expect(app.status == .wrongOptions)
        #expect(app.terminal.written.isEmpty)
        #expect(
            app.terminal.complaints == [
                "There is no option '--no-such-option'. 'seam-example --help' lists the options."
            ]
        )
    }

    @Test func outputThatIsLostFails() {
        let terminal = RecordingTerminal(isIntact: false)
        let app = Launched { $0.register { terminal as any Terminal } }
        #expect(app.status == .failure)
        #expect(terminal.complaints == ["The output could not be written."])
    }

    @Test func badLineFailsAndTheOthersSucceed() throws {
        let directory = try TemporaryDirectory()
        let app = try Launched(directory.file("in.csv", "Ada,ada@example.com\nnobody\nGrace,grace@example.com\n"))
        #expect(app.status == .failure)
        #expect(app.report.first?.hasPrefix("Signed up 2 of 3 from ") == true)
        #expect(app.report.dropFirst() == ["  line 2: expected \"name,email\""])
    }

    @Test func missingFileIsReportedInOneSentence() throws {
        let directory = try TemporaryDirectory()
        let app = Launched(directory.path("none.csv"))
        #expect(app.status == .failure)
        #expect(app.terminal.written.isEmpty)
        let sentence = "The desk is closed: '\(directory.path("none.csv"))' cannot be read (No such file or directory)."
        #expect(app.terminal.complaints == [sentence])
    }

    @Test func unreadableStoreEndsTheBatch() throws {
        let directory = try TemporaryDirectory()
        let app = Launched("--store", "file:\(directory.path(""))")
        #expect(app.status == .failure)
        #expect(app.terminal.written.isEmpty)
        #expect(app.terminal.complaints.map { $0.hasSuffix("cannot be read (not a file).") } == [true])
    }

    @Test func unwritableStoreEndsTheBatchAtItsLine() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("no/such/directory")
        let app = Launched("--store", "file:\(path)")
        #expect(app.status == .failure)
        let sentence =
            "The desk was closed at line 4: the store '\(path)' cannot be written (No such file or directory)."
        #expect(app.terminal.complaints == [sentence])
    }

    @Test func accountsInTheStoreAreKeptAndCounted() throws {
        let directory = try TemporaryDirectory()
        let store = try directory.file("store.csv", "Barbara Liskov,barbara@example.com\n")
        let app = try Launched(
            directory.file("in.csv", "Ada,ada@example.com\n"),
            "--store",
            "file:\(store)"
        )
        #expect(app.status == .success)
        #expect(app.terminal.written.first == "Accounts so far: 1.")
        #expect(try directory.text("store.csv") == "Barbara Liskov,barbara@example.com\nAda,ada@example.com\n")
    }

    @Test func emailSignsUpOnceOverTwoRuns() throws {
        let directory = try TemporaryDirectory()
        let store = "file:\(directory.path("store.csv"))"
        let (first, second) = (Launched("--store", store), Launched("--store", store))
        #expect(first.status == .success)
        #expect(second.status == .failure)
        #expect(second.report.dropFirst().first == "  line 4: ada@example.com is signed up already")
    }

    @Test func outboxGetsANoteForEveryAccount() throws {
        let directory = try TemporaryDirectory()
        let app = Launched("--channel", "outbox:\(directory.path("out"))")
        #expect(app.status == .success)
        #expect(try directory.names(in: "out").count == 4)
        let note = try directory.text("out/ada@example.com.txt")
        #expect(note == "Welcome, Ada Lovelace! You are signed up as ada@example.com.\n")
    }

    @Test func mockSendsNothing() throws {
        let directory = try TemporaryDirectory()
        let app = Launched("--mock", "--channel", "outbox:\(directory.path("out"))")
        #expect(app.status == .success)
        #expect(try directory.names().isEmpty)
        #expect(app.terminal.written.contains("[mock] a note to ada@example.com stays here"))
    }

    @Test func anotherTerminalReplacesTheStandardTerminal() {
        let container = Container()
        let terminal = RecordingTerminal()
        container.register { terminal as any Terminal }
        container.install(TerminalModule())
        let resolved: any Terminal = container.resolve()
        #expect(resolved as AnyObject === terminal)
    }
}
