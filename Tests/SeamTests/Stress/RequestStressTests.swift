import Seam
import TestKit
import Testing

/// Many requests of a server, some of which fail or are cancelled, leave nothing behind.
struct RequestStressTests {
    private static let tasks = 8

    @Test(.timeLimit(.minutes(15))) func hundredThousandRequestsLeaveNothingBehind() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            ResidentMemory.useOnePool()
            let disposals = Counter()
            let server = RequestServer { _ in disposals.increment() }
            // A sanitizer keeps released memory for a while, and is slow.
            let scale = Sanitizer.isActive ? 10 : 1
            let first = await RequestStressTests.serve(10_000 / scale, with: server)
            let before = ResidentMemory.bytes
            let later = await RequestStressTests.serve(90_000 / scale, with: server)
            let after = ResidentMemory.bytes
            #expect(first.answered + later.answered >= 80_000 / scale)
            #expect(first.refused + later.refused == 10_000 / scale)
            #expect(disposals.count >= 90_000 / scale)
            // A build that its request has abandoned ends later.
            #expect(await server.livingServices.returnsToZero)
            #expect(server.livingPools.count == 1)
            if scale == 1, let before, let after { #expect(after - before < 8 << 20) }
            try await server.app.shutdown()
            #expect(server.livingPools.count == 0)
        }
    }

    /// The ends of requests.
    private struct Ends: Sendable {
        var answered = 0
        var refused = 0
        var cancelled = 0
    }

    private struct Refusal: Error {}

    /// Makes requests from eight tasks; of ten requests one is refused and one is cancelled.
    private static func serve(_ requests: Int, with server: RequestServer) async -> Ends {
        await withTaskGroup(of: Ends.self) { group in
            for task in 0..<tasks {
                group.addTask {
                    var ends = Ends()
                    for number in stride(from: task, to: requests, by: tasks) {
                        do {
                            try await request(number, to: server)
                            ends.answered += 1
                        } catch is Refusal {
                            ends.refused += 1
                        } catch {
                            ends.cancelled += 1
                        }
                    }
                    return ends
                }
            }
            return await group.reduce(into: Ends()) { sum, ends in
                sum.answered += ends.answered
                sum.refused += ends.refused
                sum.cancelled += ends.cancelled
            }
        }
    }

    private static func request(_ number: Int, to server: RequestServer) async throws {
        guard number % 10 != 7 else {
            let request = Task { try await answer(number, from: server) }
            request.cancel()
            return try await request.value
        }
        try await answer(number, from: server)
    }

    private static func answer(_ number: Int, from server: RequestServer) async throws {
        try await server.answer(number) { request in
            let handler: Handler = resolve()
            precondition(handler.transaction.number == number)
            if number % 5 == 2 {
                let session: Session = try await request.resolveAsync()
                precondition(session.transaction === handler.transaction)
            }
            if number % 10 == 3 { throw Refusal() }
        }
    }

    private typealias Handler = RequestServer.Handler
    private typealias Session = RequestServer.Session
}
