import Seam
import TestKit
import Testing

/// Copies always answer with the registrations of the moment when they were made; their sources change meanwhile.
struct CopyStressTests {
    private static let threads = 4
    private static let rounds = 150

    /// A service, which tells by which registration it was built.
    fileprivate final class Product: Sendable {
        let label: String
        private let counted: CountedObject

        init(_ label: String, _ living: Counter) {
            self.label = label
            counted = CountedObject(living)
        }
    }

    /// The key of a product: its name, and whether it takes an argument.
    fileprivate struct Key: Hashable, Sendable {
        let name: ServiceName?
        let takesArgument: Bool

        static let all = [nil, "a", "b", "c"]
            .flatMap { name in [Key(name: name, takesArgument: false), Key(name: name, takesArgument: true)] }
    }

    /// The registration of one key, as it ought to be.
    fileprivate struct Expected: Equatable, Sendable {
        var label: String
        var isKept: Bool
    }

    /// A container, and the registrations that it ought to have.
    fileprivate struct Pair: Sendable {
        let container: Container
        var expected: [Key: Expected] = [:]
        var handles: [Key: Handle] = [:]

        struct Handle: Sendable {
            let scope: @Sendable (Scope) -> Void
            let decorate: @Sendable (@escaping @Sendable (String) -> String) -> Void
        }
    }

    @Test(.timeLimit(.minutes(15)))
    func copiesAreAskedWhileTheirSourceIsDecorated() throws {
        let container = Container()
        for name in [nil, "a", "b"] as [ServiceName?] { container.register(name: name, value: 0) }
        let counts = try ThreadGroup.run(Self.threads) { thread -> [Int] in
            guard thread > 0 else {
                for round in 0..<Self.rounds {
                    let name: ServiceName? = round.isMultiple(of: 2) ? nil : "a"
                    container.decorate(Int.self, name: name) { number, _ in number + 1 }
                }
                return []
            }
            return (0..<Self.rounds).map { _ in Container(copying: container).resolve() }
        }
        for counts in counts { #expect(counts == counts.sorted()) }
        #expect(container.resolve(Int.self) == Self.rounds / 2)
    }

    @Test(.timeLimit(.minutes(15)))
    func copiesAnswerAsTheirSourcesDidWhenTheyWereMade() throws {
        let living = Counter()
        do {
            let source = Box(Pair(container: Container()))
            let shared = Box([Pair]())
            let faults = try ThreadGroup.run(Self.threads) { thread -> [String] in
                var random = SeededGenerator(seed: UInt64(thread + 1))
                var faults: [String] = []
                for round in 0..<Self.rounds {
                    // Changes of the source and copying take turns; requests of copies run at any time.
                    for change in 0..<4 {
                        source.withLock { $0.change(&random, "\(thread).\(round).\(change)", living) }
                    }
                    var copy = source.withLock { $0.copy() }
                    shared.withLock { pairs in
                        if pairs.count > 8 { pairs.removeFirst() }
                        pairs.append(copy.copy())
                    }
                    faults += copy.faults(&random)
                    let copyOfTheCopy = copy.copy()
                    for change in 0..<3 { copy.change(&random, "copy \(thread).\(round).\(change)", living) }
                    faults += copyOfTheCopy.faults(&random) + copy.faults(&random)
                    let others = shared.withLock { $0 }
                    for other in others { faults += other.faults(&random) }
                }
                return faults
            }
            #expect(faults.flatMap { $0 } == [])
            // A thread that has just ended may still hold the boxes.
            shared.value = []
            source.value = Pair(container: Container())
        }
        #expect(living.count == 0)
    }

    @Test(.timeLimit(.minutes(15)))
    func answersOfACopyThatIsMadeDuringAChangeAreStable() throws {
        let living = Counter()
        do {
            let source = Container()
            let isOver = Flag()
            let changes = Counter()
            let faults = try ThreadGroup.run(Self.threads) { thread -> [String] in
                guard thread > 0 else {
                    var random = SeededGenerator(seed: 0)
                    var pair = Pair(container: source)
                    while !isOver.isRaised { pair.change(&random, "\(changes.increment())", living) }
                    return []
                }
                var random = SeededGenerator(seed: UInt64(thread))
                var faults: [String] = []
                for _ in 0..<Self.rounds * 4 {
                    let copy = Container(copying: source)
                    for key in Key.all.shuffled(using: &random) {
                        let first = Product.label(of: key, in: copy)
                        let second = Product.label(of: key, in: copy)
                        if first != second { faults.append("\(key): \(first ?? "none"), then \(second ?? "none")") }
                    }
                }
                if thread == 1 { isOver.raise() }
                return faults
            }
            #expect(faults.flatMap { $0 } == [])
            source.removeAll()
        }
        #expect(living.count == 0)
    }

    @Test(.timeLimit(.minutes(15)))
    func eachCopyBuildsItsSingletonOnceWhileSourcesComeAndGo() throws {
        let living = Counter()
        let wrong = try ThreadGroup.run(Self.threads) { _ in
            (0..<Self.rounds)
                .count { _ in
                    let builds = Counter()
                    let copy: Container
                    let ender: WorkerThread<Void>
                    do {
                        let source = Container()
                        source.register { Product("\(builds.increment())", living) }.scope(.singleton)
                        _ = source.resolve(Product.self)
                        copy = Container(copying: source)
                        ender = WorkerThread { _ = Container(copying: source) }
                    }
                    let nested = Container(copying: copy)
                    let askers = [copy, nested, copy, nested]
                        .map { asked in
                            WorkerThread { ObjectIdentifier(asked.resolve(Product.self)) }
                        }
                    let products = askers.compactMap { try? $0.value() }
                    try? ender.value()
                    let isRight =
                        products.count == 4 && products[0] == products[2] && products[1] == products[3]
                        && builds.count == 3
                    return !isRight
                }
        }
        #expect(wrong == Array(repeating: 0, count: Self.threads))
        #expect(living.count == 0)
    }
}

extension CopyStressTests.Product {
    fileprivate static func label(of key: CopyStressTests.Key, in container: Container) -> String? {
        product(of: key, in: container)?.label
    }

    fileprivate static func product(of key: CopyStressTests.Key, in container: Container) -> Self? {
        key.takesArgument
            ? try? container.tryResolve(Self.self, name: key.name, arguments: 1)
            : try? container.tryResolve(Self.self, name: key.name)
    }
}

extension CopyStressTests.Pair {
    fileprivate func copy() -> Self { Self(container: Container(copying: container), expected: expected) }

    /// Makes a random change.
    fileprivate mutating func change(_ random: inout SeededGenerator, _ label: String, _ living: Counter) {
        typealias Product = CopyStressTests.Product
        let key = CopyStressTests.Key.all.randomElement(using: &random) ?? .all[0]
        switch Int.random(in: 0..<20, using: &random) {
        case 0:
            container.removeAll()
            (expected, handles) = ([:], [:])
        case 1...4:
            container.unregister(Product.self, name: key.name)
            for gone in expected.keys where gone.name == key.name { (expected[gone], handles[gone]) = (nil, nil) }
        case 5...7:
            let isKept = Bool.random(using: &random)
            handles[key]?.scope(isKept ? .cached : .unique)
            if handles[key] != nil { expected[key]?.isKept = isKept }
        case 8...9:
            handles[key]?.decorate { "\(label)(\($0))" }
            if let former = expected[key]?.label, handles[key] != nil { expected[key]?.label = "\(label)(\(former))" }
        default:
            let isKept = Bool.random(using: &random)
            expected[key] = .init(label: label, isKept: isKept)
            handles[key] = register(key, label, isKept ? .singleton : .unique, living)
        }
    }

    private func register(
        _ key: CopyStressTests.Key,
        _ label: String,
        _ scope: Scope,
        _ living: Counter
    ) -> Handle {
        typealias Product = CopyStressTests.Product
        let decorated: @Sendable (Product, @Sendable (String) -> String) -> Product = { product, label in
            Product(label(product.label), living)
        }
        guard key.takesArgument else {
            let handle = container.register(name: key.name) { Product(label, living) }.scope(scope)
            return Handle { scope in
                handle.scope(scope)
            } decorate: { label in
                handle.decorate { product, _ in decorated(product, label) }
            }
        }
        let handle = container.register(name: key.name) { (_: Resolver, _: Int) in Product(label, living) }.scope(scope)
        return Handle { scope in
            handle.scope(scope)
        } decorate: { label in
            handle.decorate { product, _ in decorated(product, label) }
        }
    }

    /// The answers that are not as expected, asked for in random order.
    fileprivate func faults(_ random: inout SeededGenerator) -> [String] {
        typealias Product = CopyStressTests.Product
        var faults: [String] = []
        for key in CopyStressTests.Key.all.shuffled(using: &random) {
            let product = Product.product(of: key, in: container)
            guard product?.label == expected[key]?.label else {
                faults.append("\(key): \(product?.label ?? "none") instead of \(expected[key]?.label ?? "none")")
                continue
            }
            guard let product, let expected = expected[key] else { continue }
            if (Product.product(of: key, in: container) === product) != expected.isKept {
                faults.append("\(key): \(expected.isKept ? "built twice" : "kept")")
            }
        }
        let count = expected.keys.count { !$0.takesArgument }
        if container.all(Product.self).count != count { faults.append("all() gives not \(count)") }
        return faults
    }
}
