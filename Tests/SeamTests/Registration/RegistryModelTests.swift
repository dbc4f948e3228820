import Seam
import Testing

/// The registry against a dictionary, through long random histories.
struct RegistryModelTests {
    /// A generator that gives the same numbers in every run.
    private struct Generator: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 33)
        }
    }

    /// A parent and its child, and what each should answer.
    private struct Model {
        let parent = Container()
        let child: Container
        var expected: [[String: Int]] = [[:], [:]]

        init() { child = Container(parent: parent) }

        func container(_ level: Int) -> Container { level == 0 ? parent : child }

        func answer(_ level: Int, _ key: String) -> Int? {
            level == 1 ? expected[1][key] ?? expected[0][key] : expected[0][key]
        }
    }

    @Test(arguments: 1...8)
    func registryAnswersAsADictionaryDoes(_ seed: UInt64) {
        var generator = Generator(state: seed)
        var model = Model()
        for step in 0..<1_500 {
            let level = Int.random(in: 0...1, using: &generator)
            let key = "name \(Int.random(in: 0..<60, using: &generator))"
            let name = ServiceName(key)
            switch Int.random(in: 0..<10, using: &generator) {
            case 0..<4:
                model.container(level).register(name: name) { step }
                model.expected[level][key] = step
            case 4..<7:
                let isRemoved = model.container(level).unregister(Int.self, name: name)
                #expect(isRemoved == (model.expected[level].removeValue(forKey: key) != nil))
            default:
                #expect(model.container(level).optional(Int.self, name: name) == model.answer(level, key))
                #expect(
                    model.container(level).isRegistered(Int.self, name: name) == (model.answer(level, key) != nil)
                )
            }
        }
        let copy = Container(copying: model.child)
        for key in Set(model.expected[0].keys).union(model.expected[1].keys) {
            #expect(copy.optional(Int.self, name: ServiceName(key)) == model.answer(1, key))
        }
    }

    @Test(arguments: 1...4)
    func removeAllForgetsAnyHistory(_ seed: UInt64) {
        var generator = Generator(state: seed)
        let container = Container()
        for _ in 0..<20 {
            let names = (0..<Int.random(in: 1...100, using: &generator)).map { ServiceName("\($0)") }
            for name in names { container.register(name: name) { 1 }.scope(.cached) }
            #expect(names.allSatisfy { container.resolve(Int.self, name: $0) == 1 })
            container.removeAll()
            #expect(names.allSatisfy { container.optional(Int.self, name: $0) == nil })
        }
    }
}
