import Foundation
import Seam
import TestKit
import Testing

struct ModuleTests {
    private struct Numbers: Module {
        var value = 1
        func register(in container: Container) { container.register { [value] in value } }
    }

    private struct Words: Module {
        let count: Counter
        func register(in container: Container) {
            count.increment()
            container.register { "word" }
        }
    }

    @Test func adviceOnAMissingServiceNamesModulesIfThereAreSome() throws {
        let container = Container()
        let plain = try #require(throws: ResolutionError.self) { try container.tryResolve(Double.self) }
        #expect(plain.description.hasSuffix("`container.register(Double.self) { … }`."))
        container.install(Numbers())
        for asked in [container, Container(parent: container), Container(copying: container)] {
            let error = try #require(throws: ResolutionError.self) { try asked.tryResolve(Double.self) }
            #expect(
                error.description.hasSuffix("`container.register(Double.self) { … }`, or install the module that does.")
            )
        }
    }

    private struct Nested: Module {
        let count: Counter
        func register(in container: Container) { container.install(Words(count: count), Numbers()) }
    }

    private struct Slow: Module {
        let isBegun: Gate
        let mayEnd: Gate
        func register(in container: Container) {
            isBegun.open()
            _ = mayEnd.wait()
            container.register { 1.5 }
        }
    }

    /// Whether a call of `install` returns with the service, if another thread installs the module until a gate opens.
    private func isRegistered(by module: some Module, in container: Container, endingWith gate: Gate) async -> Bool {
        let isInstalling = Gate()
        async let isRegistered = Deadline.result(onThread: {
            isInstalling.open()
            container.install(module)
            return container.isRegistered(Double.self)
        })
        await isInstalling.pass()
        _ = await Deadline.result(onThread: { Thread.sleep(forTimeInterval: 0.1) })
        gate.open()
        return await isRegistered == true
    }

    @Test func callWaitsForAModuleThatAnotherThreadIsInstalling() async {
        let container = Container()
        let module = Slow(isBegun: Gate(), mayEnd: Gate())
        async let first: Void? = Deadline.result(onThread: { container.install(module) })
        _ = await Deadline.result(onThread: { module.isBegun.wait() })
        #expect(await isRegistered(by: module, in: container, endingWith: module.mayEnd))
        #expect(await first != nil)
    }

    private struct Twice: Module {
        let calls = Counter()
        let firstBegins = Gate()
        let firstEnds = Gate()
        let second: Slow

        func register(in container: Container) {
            guard calls.increment() == 1 else { return second.register(in: container) }
            firstBegins.open()
            _ = firstEnds.wait()
        }
    }

    @Test func moduleIsNotInstalledByTheEndOfAnInstallationBeforeRemoveAll() async {
        let container = Container()
        let second = Slow(isBegun: Gate(), mayEnd: Gate())
        let module = Twice(second: second)
        async let first: Void? = Deadline.result(onThread: { container.install(module) })
        _ = await Deadline.result(onThread: { module.firstBegins.wait() })
        container.removeAll()
        async let other: Void? = Deadline.result(onThread: { container.install(module) })
        _ = await Deadline.result(onThread: { second.isBegun.wait() })
        module.firstEnds.open()
        #expect(await first != nil)
        #expect(await isRegistered(by: module, in: container, endingWith: second.mayEnd))
        #expect(await other != nil)
    }

    @Test func moduleThatInstallsItselfIsInstalledOnce() {
        struct Loop: Module {
            let count: Counter
            func register(in container: Container) {
                count.increment()
                container.install(self)
            }
        }
        let loop = Loop(count: Counter())
        Container().install(loop)
        #expect(loop.count.count == 1)
    }

    @Test func moduleRegistersItsServices() {
        let container = Container()
        container.install(Numbers(), Words(count: Counter()))
        #expect(container.resolve(Int.self) == 1)
        #expect(container.resolve(String.self) == "word")
    }

    @Test func moduleIsInstalledByTheInitializer() {
        let container = Container(modules: Numbers(), Words(count: Counter()))
        #expect(container.resolve(Int.self) == 1)
        #expect(container.resolve(String.self) == "word")
    }

    @Test func initializerTakesParentAndDefaultScopeToo() {
        let parent = Container()
        let container = Container(parent: parent, defaultScope: .singleton, modules: Numbers())
        #expect(container.parent === parent)
        #expect(container.defaultScope == .singleton)
        #expect(container.resolve(Int.self) == 1)
    }

    @Test func moduleIsInstalledOncePerContainerAndType() {
        let container = Container()
        let count = Counter()
        container.install(Words(count: count), Words(count: count))
        container.install(Words(count: count))
        #expect(count.count == 1)
    }

    @Test func secondValueOfAModuleIsIgnored() {
        let container = Container()
        container.install(Numbers(value: 1))
        container.install(Numbers(value: 2))
        #expect(container.resolve(Int.self) == 1)
    }

    @Test func moduleIsInstalledInEachContainer() {
        let count = Counter()
        let parent = Container(modules: Words(count: count))
        _ = Container(parent: parent, modules: Words(count: count))
        #expect(count.count == 2)
    }

    @Test func moduleInstallsOtherModules() {
        let count = Counter()
        let container = Container(modules: Nested(count: count), Words(count: count))
        #expect(container.resolve(Int.self) == 1)
        #expect(count.count == 1)
    }

    @Test func moduleIsInstalledAgainAfterRemoveAll() {
        let container = Container(modules: Numbers(value: 1))
        container.removeAll()
        container.install(Numbers(value: 2))
        #expect(container.resolve(Int.self) == 2)
    }

    @Test func moduleIsKnownToACopy() {
        let count = Counter()
        let container = Container(modules: Words(count: count))
        Container(copying: container).install(Words(count: count))
        #expect(count.count == 1)
    }

    @Test func registrationsAfterAModuleWin() {
        let container = Container(modules: Numbers())
        container.register { 5 }
        #expect(container.resolve(Int.self) == 5)
    }
}
