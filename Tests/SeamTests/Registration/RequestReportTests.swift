import TestKit
import Testing

@testable import Seam

/// The reports that listeners get of requests.
struct RequestReportTests {
    private final class NumberListener: RequestListener {
        let numbers = Journal<Int>()

        func requestBegan(_ report: RequestReport) { numbers.note(report.number) }
    }

    @Test func everyRequestHasANumberOfItsOwn() {
        let container = Container()
        container.register { 1 }
        let listener = NumberListener()
        container.add(listener)
        for _ in 0..<100 { _ = container.resolve(Int.self) }
        #expect(Set(listener.numbers.entries).count == 100)
    }
}
