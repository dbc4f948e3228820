import Seam
import TestKit
import Testing

/// `withOverrides`: nesting, and the state after the operation.
struct OverrideNestingTests {
    @Test func innerOverrideAddsToTheOuterOne() {
        let container = Container()
        container.register { 0 }
        container.register { "original" }
        withContainer(container) {
            withOverrides {
                $0.register { 1 }
            } operation: {
                withOverrides {
                    $0.register { "inner" }
                } operation: {
                    #expect(resolve(Int.self) == 1)
                    #expect(resolve(String.self) == "inner")
                }
                #expect(resolve(Int.self) == 1)
                #expect(resolve(String.self) == "original")
            }
            #expect(resolve(Int.self) == 0)
        }
    }

    @Test func innerOverrideWins() {
        withOverrides {
            $0.register { 1 }
        } operation: {
            withOverrides {
                $0.register { 2 }
            } operation: {
                #expect(resolve(Int.self) == 2)
            }
            #expect(resolve(Int.self) == 1)
        }
    }

    @Test func overrideStartsWithoutInstances() {
        let container = Container()
        container.register { Fixtures.Live() }.scope(.singleton)
        withContainer(container) {
            let outside: Fixtures.Live = resolve()
            withOverrides { _ in
            } operation: {
                #expect(resolve(Fixtures.Live.self) !== outside)
                #expect(resolve(Fixtures.Live.self) === resolve(Fixtures.Live.self))
            }
            #expect(resolve(Fixtures.Live.self) === outside)
        }
    }

    @Test func overrideLeavesMainUntouched() {
        withOverrides {
            $0.register { Fixtures.Breakdown() }
        } operation: {
            #expect(Container.current !== Container.main)
            #expect(resolve(Fixtures.Breakdown.self) == Fixtures.Breakdown())
        }
        #expect(Container.main.optional(Fixtures.Breakdown.self) == nil)
        #expect(Container.current === Container.main)
    }

    @Test func errorOfTheOverrideIsThrown() {
        let isRun = Counter()
        #expect(throws: Fixtures.Breakdown.self) {
            try withOverrides { _ in
                throw Fixtures.Breakdown()
            } operation: {
                isRun.increment()
            }
        }
        #expect(isRun.count == 0)
    }

    @Test func overrideReturnsWhatTheOperationReturns() {
        let value = withOverrides {
            $0.register { 5 }
        } operation: {
            resolve(Int.self)
        }
        #expect(value == 5)
    }

    @Test func lazyValueMadeInsideStillFindsTheOverride() {
        let lazy = withOverrides {
            $0.register { "override" }
        } operation: {
            resolve(Lazy<String>.self)
        }
        #expect(lazy.value == "override")
    }

    @Test func overrideInsideAFactoryCopiesTheBuildingContainer() {
        let container = Container()
        container.register { 1 }
        container.register { () -> String in
            withOverrides {
                $0.register { 1.5 }
            } operation: {
                "\(resolve(Int.self)) \(resolve(Double.self))"
            }
        }
        #expect(container.resolve(String.self) == "1 1.5")
    }

    @Test func asyncFormReachesAcrossSuspensions() async {
        await withOverrides {
            $0.register { 1 }
        } operation: {
            await Task.yield()
            #expect(resolve(Int.self) == 1)
            #expect(await Task { resolve(Int.self) }.value == 1)
            await withOverrides {
                $0.register { 2 }
            } operation: {
                await Task.yield()
                #expect(resolve(Int.self) == 2)
            }
            #expect(resolve(Int.self) == 1)
        }
        #expect(Container.current === Container.main)
    }
}
