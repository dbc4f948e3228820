#if os(Linux)
import Glibc
import TestKit
import Testing

@testable import Seam

/// A program that stops because the system has no resources left says so, optimised or not.
struct ExhaustedSystemTests {
    @Test func processWithoutAThreadSpecificKeyStopsWithAReason() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var key = pthread_key_t()
            while pthread_key_create(&key, nil) == 0 {}
            _ = Container().optional(Int.self)
        }
        let text = try #require(result).standardErrorText
        #expect(text.contains("The process has no thread-specific key left for Seam."))
    }

    // A sanitizer takes memory for each thread itself, and has its own words for a lack of it.
    @Test(.enabled(if: !Sanitizer.isActive)) func processWithoutMemoryForAThreadStopsWithAReason() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
            // Less than the process uses already: it gets no more memory for stacks.
            limit.rlim_cur = 1 << 20
            setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
            detachThread {}
        }
        let text = try #require(result).standardErrorText
        #expect(text.contains("The system has no resources left for a thread of Seam."))
    }
}
#endif
