import Seam
import Synchronization

/// Building singletons ahead, and disposing of them.
func endLife() async {
    let disposed = Atomic(0)
    let container = Container()
    container.registerAsync { _ in Plain() }
        .scope(.singleton)
        .onDispose { _ in disposed.add(1, ordering: .relaxed) }
    container.registerOnMainActor { _ in Panel() }
        .scope(.singleton)
        .onDispose { @MainActor _ in disposed.add(1, ordering: .relaxed) }
    do {
        try await container.warmUp()
        try await container.warmUp(timeout: .seconds(60))
        expect(container.resolve(Plain.self).greeting == "Hello")
        try await container.shutdown()
    } catch {
        fatalError("\(error)")
    }
    expect(disposed.load(ordering: .relaxed) == 2)
}
