import Testing
import TestKit

@testable import SeamUI

extension Container {
    fileprivate var declaredText: Factory<String> { self { "declared" } }
    fileprivate var declaredLine: Factory<String, Int> { self { "line \($0)" } }
    @MainActor fileprivate var isolatedText: Factory<String> { onMainActor { "isolated" } }
}

@MainActor
struct KeptServiceTests {
    private let container = Container()
    private let tally = Counter()

    private func request(in container: Container? = nil) -> KeptService<Int> {
        KeptService(name: nil, in: container, fileID: #fileID, line: #line)
    }

    private func container(with number: Int) -> Container {
        let container = Container()
        container.register { number }
        return container
    }

    @Test func serviceIsResolvedByTheFirstRead() {
        container.register(Int.self) { [tally] in tally.increment() }
        let kept = request(in: container)
        #expect(tally.count == 0)
        #expect(!kept.isResolved)
        #expect([kept.service, kept.service, kept.service(in: Container())] == [1, 1, 1])
        #expect(kept.isResolved)
    }

    @Test func laterValuesOfAViewResolveNothing() {
        container.register(Int.self) { [tally] in tally.increment() }
        let first = request(in: container)
        let shown = (1...10).map { _ in first.replaced(byConstant: request(in: container)).service }
        #expect(shown == Array(repeating: 1, count: 10))
        #expect(tally.count == 1)
    }

    /// The initialiser of a view knows neither the first value nor the environment.
    @Test func readInAnInitialiserResolvesForThatValueAlone() {
        container.register(Int.self) { [tally] in tally.increment() }
        let values = (1...3).map { _ in request(in: container) }
        #expect(values.map(\.service) == [1, 2, 3])
        #expect(values[0].replaced(byConstant: values[2]).service(in: container(with: 7)) == 1)
    }

    @Test func namedContainerWinsOverTheEnvironment() {
        let kept = request(in: container(with: 1))
        #expect(kept.service(in: container(with: 2)) == 1)
    }

    @Test func environmentWinsOverTheCurrentContainer() {
        let kept = withContainer(container(with: 1)) { request() }
        #expect(kept.service(in: container(with: 2)) == 2)
    }

    @Test func currentContainerIsThatOfTheCreation() {
        let kept = withContainer(container(with: 1)) { request() }
        #expect(withContainer(container(with: 2)) { kept.service } == 1)
    }

    @Test func overridesReachAViewThatIsReadAfterwards() {
        container.register { 1 }
        let kept = withContainer(container) {
            withOverrides {
                $0.register { 2 }
            } operation: {
                request()
            }
        }
        #expect(kept.service == 2)
    }

    @Test func containerIsReleasedWhenTheServiceIsResolved() {
        var container: Container? = container(with: 1)
        let reference = WeakReference(container)
        let kept = withContainer(container!) { request() }
        container = nil
        #expect(reference.object != nil)
        _ = kept.service
        #expect(reference.object == nil)
    }

    @Test func argumentsArePassed() {
        container.register { _, first, second in "\(first as Int) and \(second as Int)" }
        let kept = KeptService<String>(name: nil, arguments: 1, 2, in: container, fileID: #fileID, line: #line)
        #expect(kept.service == "1 and 2")
    }

    @Test func nameIsPassed() {
        container.register(name: "gift") { 7 }
        #expect(KeptService<Int>(name: "gift", in: container, fileID: #fileID, line: #line).service == 7)
    }

    @Test func declaredServicesAreFoundByTheirKeyPaths() {
        let text = KeptService(\.declaredText, in: container, fileID: #fileID, line: #line)
        let line = KeptService(\.declaredLine, arguments: 3, in: container, fileID: #fileID, line: #line)
        let isolated = KeptService(\.isolatedText, in: container, fileID: #fileID, line: #line)
        #expect([text.service, line.service, isolated.service] == ["declared", "line 3", "isolated"])
    }

    @Test func serviceOfTheMainActorIsResolved() {
        container.registerOnMainActor { Isolated(count: 4) }
        #expect(KeptService<Isolated>(name: nil, in: container, fileID: #fileID, line: #line).service.count == 4)
    }

    @Test func optionalServiceMayBeMissing() {
        #expect(KeptService<Int?>(name: nil, in: container, fileID: #fileID, line: #line).service == nil)
    }

    @Test func constantIsReadWithoutAnyContainer() {
        let kept = KeptService(constant: 5)
        #expect(kept.isConstant)
        #expect(kept.service(in: container(with: 1)) == 5)
    }

    @Test func latestConstantIsShown() {
        let first = KeptService(constant: 1)
        #expect(first.replaced(byConstant: KeptService(constant: 2)).service == 2)
        #expect(request(in: container).replaced(byConstant: KeptService(constant: 3)).service == 3)
    }
}

/// An object of the main actor.
@MainActor
private final class Isolated {
    let count: Int

    init(count: Int) { self.count = count }
}
