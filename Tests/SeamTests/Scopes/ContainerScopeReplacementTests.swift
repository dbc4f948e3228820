import Seam
import TestKit
import Testing

/// Instances per container, of registrations that are replaced while other threads ask for them.
struct ContainerScopeReplacementTests {
    private static let replacements = 5_000

    private let living = Counter()

    /// Registers a service of the `container` scope many times, while two threads ask `asked` for it.
    private func replaceUnderReaders(
        in container: Container,
        asked: Container,
        _ register: @escaping @Sendable (Container) -> Void
    ) throws {
        let isDone = Flag()
        register(container)
        try ThreadGroup.run(3) { number in
            if number == 0 {
                for _ in 0..<Self.replacements { register(container) }
                _ = isDone.raise()
            } else {
                while !isDone.isRaised { _ = asked.resolve(CountedObject.self) }
            }
        }
    }

    @Test(.timeLimit(.minutes(15))) func instanceOfAReplacedRegistrationIsReleased() throws {
        let container = Container(defaultScope: .container)
        try replaceUnderReaders(in: container, asked: container) { [living] container in
            container.register { CountedObject(living) }
        }
        #expect(living.count <= 1)
        container.unregister(CountedObject.self)
        #expect(living.count == 0)
    }

    @Test(.timeLimit(.minutes(15))) func instanceThatAChildKeepsIsReleasedWithItsRegistration() throws {
        let parent = Container(defaultScope: .container)
        let child = Container(parent: parent)
        try replaceUnderReaders(in: parent, asked: child) { [living] container in
            container.register { CountedObject(living) }
        }
        #expect(living.count <= 1)
        parent.unregister(CountedObject.self)
        #expect(living.count == 0)
        withExtendedLifetime(child) {}
    }

    @Test(.timeLimit(.minutes(15))) func shutdownDisposesOfNoReplacedInstance() async throws {
        let container = Container(defaultScope: .container)
        let disposed = Counter()
        try replaceUnderReaders(in: container, asked: container) { [living] container in
            container.register { CountedObject(living) }.onDispose { _ in disposed.increment() }
        }
        try await container.shutdown()
        #expect(disposed.count <= 1)
    }
}
