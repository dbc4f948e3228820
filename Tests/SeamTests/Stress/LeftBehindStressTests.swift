import Foundation
import Seam
import TestKit
import Testing

/// A task that a factory has left behind asks for services at the moment when the factory ends.
struct LeftBehindStressTests {
    private final class Ready: Sendable {}
    private final class Kept: Sendable {}
    private final class Service: Sendable {}

    /// An argument whose `deinit` waits for the reads of all threads.
    private final class Argument: Sendable {
        private let service = LazyInject<Ready>.constant(Ready())
        deinit { service.release() }
    }

    /// A hang would block threads for good, so the test has a process of its own.
    @Test func argumentsOfTheFactoryAreNotReleasedInARead() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let (container, end) = (Container(), Gate())
            container.register { Ready() }.scope(.singleton)
            container.registerAsync {
                await end.pass()
                return Kept()
            }
            .scope(.singleton)
            container.registerAsync { (_: Resolver, _: Argument) in
                let started = Gate()
                Task {
                    started.open()
                    for _ in 0..<3_000 { _ = try container.tryResolve(Ready.self) }
                }
                await started.pass()
                usleep(.random(in: 0..<1_500))
                return Service()
            }
            // While an async factory builds for a kept instance, each request looks whether it is part of that.
            let kept = Task { try await container.resolveAsync(Kept.self) }
            for _ in 0..<300 { _ = try await container.resolveAsync(Service.self, arguments: Argument()) }
            end.open()
            _ = try await kept.value
        }
    }
}
