import Seam
import TestKit

extension RandomGraphPlan {
    private static let stepsOfAWorker = 8
    private static let mostBuilds = 40

    /// The plan of a seed.
    init(seed: UInt64, kind: Kind) {
        (self.seed, self.kind) = (seed, kind)
        var generator = SeededGenerator(seed: seed)
        for number in 0..<Int.random(in: 2...12, using: &generator) {
            services.append(service(number, using: &generator))
        }
        limitBuilds()
        if kind.isCyclic { addCircles(using: &generator) }
        steps = (0..<Self.workers).map { _ in workerSteps(using: &generator) }
    }

    /// A service that needs only those made before it; a synchronous one needs synchronous ones.
    private func service(_ number: Int, using generator: inout SeededGenerator) -> Service {
        var service = Service(number: number)
        service.isAsync = generator.chance(1, in: 2)
        service.scope = Self.scopes.randomElement(using: &generator) ?? .unique
        let synchronous = services.filter { !$0.isAsync }.map(\.number)
        let candidates = service.isAsync ? services.map(\.number) : synchronous
        service.dependencies = generator.some(3, of: candidates)
        service.asking = asking(isAsync: service.isAsync, using: &generator)
        if generator.chance(1, in: 2) { service.created = generator.some(2, of: synchronous) }
        if generator.chance(1, in: 4) { service.resolved = generator.some(2, of: synchronous) }
        if generator.chance(1, in: 4) { service.decoration = generator.some(1, of: synchronous) }
        if generator.chance(1, in: 2) {
            service.alias =
                [Alias.plain, .decorated, .twofold, .decoratedTwofold].randomElement(using: &generator)
        }
        service.pauses = Int.random(in: 0...3, using: &generator)
        service.isOverridden = generator.chance(1, in: 5)
        return service
    }

    /// A circle through an outsider cannot be known to the library, and hangs.
    private func asking(isAsync: Bool, using generator: inout SeededGenerator) -> Asking {
        let isOutside = !kind.isCyclic && generator.chance(1, in: 8)
        if isOutside { return .outside }
        guard isAsync else { return .oneByOne }
        return [Asking.oneByOne, .asyncLet, .asyncLet, .group, .task].randomElement(using: &generator) ?? .oneByOne
    }

    /// Keeps services that would otherwise be built too often for one request.
    private mutating func limitBuilds() {
        var builds: [Int] = []
        for index in services.indices {
            let service = services[index]
            let needed = [service.created, service.resolved, service.decoration].compactMap { $0 }.flatMap { $0 }
            let total = (service.dependencies + needed).reduce(1) { $0 + builds[$1] }
            if total > Self.mostBuilds, !service.isKept { services[index].scope = .cached }
            builds.append(services[index].isKept ? 1 : total)
        }
    }

    /// Lets some services need any others, and some builds fail.
    private mutating func addCircles(using generator: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            let index = Int.random(in: 0..<services.count, using: &generator)
            let needed = Int.random(in: 0..<services.count, using: &generator)
            switch Int.random(in: 0..<6, using: &generator) {
            case 0, 1: services[index].dependencies.append(needed)
            case 2, 3: services[index].created = (services[index].created ?? []) + [needed]
            case 4: services[index].resolved = (services[index].resolved ?? []) + [needed]
            default: services[index].decoration = (services[index].decoration ?? []) + [needed]
            }
        }
        guard generator.chance(1, in: 3) else { return }
        let index = Int.random(in: 0..<services.count, using: &generator)
        services[index].failures = Int.random(in: 1...3, using: &generator)
    }

    private func workerSteps(using generator: inout SeededGenerator) -> [Step] {
        (0..<Self.stepsOfAWorker)
            .map { _ in
                // Services with high numbers need the most.
                let number = max(generator.index(services.count), generator.index(services.count))
                let inChild = generator.chance(1, in: 3)
                guard !(kind.isChanging && generator.chance(1, in: 3)) else {
                    return change(using: &generator)
                }
                let byAlias = services[number].alias != nil && generator.chance(1, in: 2)
                return .request(number, inChild: inChild, byAlias: byAlias)
            }
    }

    private func change(using generator: inout SeededGenerator) -> Step {
        let number = generator.index(services.count)
        let inChild = services[number].isOverridden && generator.chance(1, in: 2)
        switch generator.index(6) {
        case 0: return .reset(nil, inChild: generator.chance(1, in: 3))
        case 1, 2: return .reset(Self.scopes.randomElement(using: &generator), inChild: generator.chance(1, in: 3))
        case 3 where kind.isCyclic: return .unregister(number, inChild: inChild)
        default: return .register(number, inChild: inChild)
        }
    }
}

extension SeededGenerator {
    fileprivate mutating func index(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }

    fileprivate mutating func chance(_ times: Int, in count: Int) -> Bool { index(count) < times }

    /// Up to `most` elements, in random order.
    fileprivate mutating func some(_ most: Int, of numbers: [Int]) -> [Int] {
        Array(numbers.shuffled(using: &self).prefix(index(most + 1)))
    }
}
