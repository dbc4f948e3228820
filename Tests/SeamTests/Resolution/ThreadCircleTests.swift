import Seam
import TestKit
import Testing

/// Two threads that need each other's unfinished instances.
struct ThreadCircleTests {
    private final class Hen: Sendable {}
    private final class Egg: Sendable {}

    @Test(.timeLimit(.minutes(15))) func threadsThatNeedEachOtherGetAnError() async throws {
        let container = Container()
        let (henBegan, eggBegan) = (Gate(), Gate())
        container.register { resolver in
            henBegan.open()
            eggBegan.wait()
            _ = try resolver.tryResolve(Egg.self)
            return Hen()
        }
        .scope(.singleton)
        container.register { resolver in
            eggBegan.open()
            henBegan.wait()
            _ = try resolver.tryResolve(Hen.self)
            return Egg()
        }
        .scope(.singleton)
        let paths = try #require(
            await ThreadGroup.results(2) { index in
                do throws(ResolutionError) {
                    if index == 0 {
                        _ = try container.tryResolve(Hen.self)
                    } else {
                        _ = try container.tryResolve(Egg.self)
                    }
                    return "built"
                } catch {
                    let path = error.steps.joined(separator: " → ")
                    return "\(error.code): \(path)"
                }
            }
        )
        #expect(paths == ["circularDependency: Hen → Egg → Hen", "circularDependency: Egg → Hen → Egg"])
    }
}
