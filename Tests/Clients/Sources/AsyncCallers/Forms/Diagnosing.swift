import Seam
import Synchronization

/// Validation, the graph and explanations.
@inline(__always)
func diagnose() {
    let container = Container()
    container.register { Plain() as any Greeter }.scope(.singleton)
    container.register { r, name, table in Guest(greeter: r.resolve(), name: name, table: table) }
    container.register { _ in Framed(Plain()) }
    container.registerAsync { _ in Visit(table: 1, name: "Ann") }
    do throws(ValidationError) {
        try container.validate { $0.arguments(for: Guest.self, "Ann", 7) }
    } catch {
        fatalError("\(error)")
    }
    do throws(ValidationError) {
        try container.validate()
        fatalError("A registration with arguments needs a sample.")
    } catch {
        expect(error.findings.map(\.kind) == [.sampleNeeded])
        expect(error.findings.map(\.key.description) == ["Guest(String, Int)"])
    }
    let graph = container.dependencyGraph { $0.arguments(for: Guest.self, "Ann", 7) }
    expect(graph.edges.map { "\($0.from) \($0.to)" } == ["Guest(String, Int) Greeter"])
    expect(container.dependencyGraph().nodes.count == 4)
    expect(graph.mermaid.hasPrefix("graph") || graph.mermaid.hasPrefix("flowchart"))
    expect(graph.dot.hasPrefix("digraph"))
    expect(graph.html.contains("Guest(String, Int)"))
    expect(container.explain((any Greeter).self).contains("Scope: singleton; no instance is kept."))
    expect(container.explain(Guest.self, name: .formal).hasPrefix("'Guest' named \"formal\" is not registered."))
    expect(container.registrations.map(\.key.description).contains("Greeter"))
    expect(container.description.contains("Greeter"))
}

/// Observers and tracers.
@inline(__always)
func observe() {
    let built = Atomic(0)
    let text = Mutex("")
    let container = Container()
    container.register { Plain() as any Greeter }
    container.register { r, table in Guest(greeter: r.resolve(), name: "Ann", table: table) }
    let observation = container.observe { event in
        if event.outcome == .built { built.add(1, ordering: .relaxed) }
    }
    let trace = container.trace { tree in text.withLock { $0 += tree } }
    expect(container.resolve(Guest.self, arguments: 7).table == 7)
    observation.cancel()
    trace.cancel()
    expect(container.resolve((any Greeter).self).greeting == "Hello")
    expect(built.load(ordering: .relaxed) == 2)
    expect(text.withLock { $0 }.contains("\n  Greeter built in "))
}

/// The sequence of events, and a validation that waits for nothing.
func observeConcurrently() async {
    let container = Container()
    container.registerAsync { _, name in Visit(table: 1, name: name) }
    let events = container.events
    do {
        try container.validate { $0.arguments(for: Visit.self, "Ann") }
        expect(try await container.resolveAsync(Visit.self, arguments: "Ann").name == "Ann")
    } catch {
        fatalError("\(error)")
    }
    for await event in events {
        expect(event.key.description == "Visit(String)")
        expect(event.outcome == .built)
        break
    }
}
