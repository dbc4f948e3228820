import Testing

@testable import SeamExample

struct ReportTests {
    private let ada = Account(name: "Ada", email: "ada@example.com")

    private func report(_ outcomes: Outcome...) -> Report {
        let session = Session("the list")
        for (index, outcome) in outcomes.enumerated() {
            session.record(outcome, line: 10 * (index + 1))
        }
        return Report(on: session)
    }

    @Test func cleanBatchIsOneLine() {
        let report = report(.accepted(ada))
        #expect(report.isClean)
        #expect(report.description == "Signed up 1 of 1 from the list.")
    }

    @Test func everyFailureHasItsLineAndReason() {
        let report = report(.rejected(reason: "no"), .accepted(ada), .unwelcomed(ada, reason: "no note left"))
        #expect(!report.isClean)
        #expect(
            report.description == """
                Signed up 2 of 3 from the list.
                  line 10: no
                  line 30: ada@example.com is signed up, but no note left
                """
        )
    }

    @Test func emptyBatchIsClean() {
        #expect(report().isClean)
    }
}
