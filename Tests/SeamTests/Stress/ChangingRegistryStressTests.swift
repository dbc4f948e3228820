import Seam
import TestKit
import Testing

/// Registering, unregistering, resetting and resolving, all at once.
struct ChangingRegistryStressTests {
    private final class Tagged: Sendable {
        let tag: Int
        private let living: Counter
        init(_ tag: Int, _ living: Counter) {
            (self.tag, self.living) = (tag, living)
            living.add(1)
        }
        deinit { living.add(-1) }
    }

    private static let tags = 6
    private static let steps = 3_000

    private static func name(_ tag: Int) -> ServiceName { ServiceName("tag \(tag)") }

    private static func register(_ tag: Int, _ scope: Scope, in container: Container, _ living: Counter) {
        container.register(name: name(tag)) { Tagged(tag, living) }.scope(scope)
        container.register(name: name(tag)) { (_: Resolver, _: Int) in Tagged(tag, living) }.scope(scope)
    }

    /// One change, chosen at random.
    private static func change(
        _ container: Container,
        _ living: Counter,
        using generator: inout SeededGenerator
    ) {
        let tag = Int.random(in: 0..<tags, using: &generator)
        let scope = [Scope].all.randomElement(using: &generator) ?? .unique
        switch Int.random(in: 0..<8, using: &generator) {
        case 0, 1, 2: register(tag, scope, in: container, living)
        case 3: container.unregister(Tagged.self, name: name(tag))
        case 4: container.reset(scope)
        case 5: container.reset()
        case 6 where container.parent != nil: container.contribute(Tagged.self) { Tagged(-1, living) }
        default: container.register(name: name(tag), when: .ifAbsent) { Tagged(tag, living) }
        }
    }

    /// One request, in any form; returns the fault of the answer, if there is one.
    private static func request(_ container: Container, using generator: inout SeededGenerator) -> String? {
        let tag = Int.random(in: 0..<tags, using: &generator)
        func verdict(_ tagged: Tagged?) -> String? {
            guard let tagged, tagged.tag != tag else { return nil }
            return "\(tag) gave \(tagged.tag)"
        }
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: return verdict(container.optional(Tagged.self, name: name(tag)))
        case 1: return verdict(container.optional(Tagged.self, name: name(tag), arguments: tag))
        case 2: return verdict(container.resolve(Tagged?.self, name: name(tag)))
        case 3: return verdict(withContainer(container) { resolve(Tagged?.self, name: name(tag)) })
        case 4: return container.all(Tagged.self).allSatisfy { $0.tag >= -1 } ? nil : "all gave a stranger"
        case 5:
            _ = container.isRegistered(Tagged.self, name: name(tag))
            return container.resolve(String.self) == "stable" ? nil : "the stable service has changed"
        case 6: return verdict(Container(copying: container).optional(Tagged.self, name: name(tag)))
        default:
            do throws(ResolutionError) {
                return verdict(try container.tryResolve(Tagged.self, name: name(tag)))
            } catch {
                let isExpected = error.code == .notRegistered || error.code == .argumentMismatch
                return isExpected ? nil : error.description
            }
        }
    }

    @Test(.timeLimit(.minutes(15)))
    func everyAnswerIsRightAndNothingLeaks() throws {
        let living = Counter()
        let stage = SharedFamily()
        let complaints = try ThreadGroup.run(4) { thread -> [String] in
            let containers = stage.containers
            var generator = SeededGenerator(seed: UInt64(thread))
            var complaints: [String] = []
            for step in 0..<Self.steps {
                let container = containers[Int.random(in: 0..<containers.count, using: &generator)]
                if thread == 0 || step.isMultiple(of: 10) {
                    Self.change(container, living, using: &generator)
                    // Contributions would pile up; the root keeps the stable service.
                    if step.isMultiple(of: 200) { containers[1 + step / 200 % 2].removeAll() }
                } else if let complaint = Self.request(container, using: &generator) {
                    complaints.append(complaint)
                }
            }
            return complaints
        }
        stage.clear()
        #expect(complaints.flatMap { $0 } == [])
        #expect(living.count == 0)
    }

    @Test(.timeLimit(.minutes(15)))
    func replacedServiceIsTheOldOrTheNewInstance() throws {
        let container = Container()
        container.register { 0 }
        let answers = try ThreadGroup.run(4) { thread -> Bool in
            guard thread > 0 else {
                for number in 1...5_000 { container.register { number } }
                return true
            }
            var last = 0
            for _ in 0..<5_000 {
                let number = container.resolve(Int.self)
                guard number >= last else { return false }
                last = number
            }
            return true
        }
        #expect(answers == [true, true, true, true])
        #expect(container.resolve(Int.self) == 5_000)
    }
}
