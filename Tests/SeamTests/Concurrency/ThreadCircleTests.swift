import Seam
import Synchronization
import Testing

/// Two threads that need each other's half-built instances.
struct ThreadCircleTests {
    private final class Hen: Sendable {}
    private final class Egg: Sendable {}

    private final class Server: Sendable {
        let client: Client
        init(client: Client) { self.client = client }
    }

    private final class Client: Sendable {
        let server = Mutex<Server?>(nil)
    }

    @Test(.timeLimit(.minutes(15))) func bothThreadsGetAnError() async throws {
        let container = Container()
        let (henBegan, eggBegan) = (Parallel.Gate(), Parallel.Gate())
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
            await Parallel.results(ofThreads: 2) { index in
                do throws(ResolutionError) {
                    if index == 0 {
                        _ = try container.tryResolve(Hen.self)
                    } else {
                        _ = try container.tryResolve(Egg.self)
                    }
                    return "built"
                } catch {
                    let path = error.path.map(\.description).joined(separator: " → ")
                    return "\(error.code): \(path)"
                }
            }
        )
        #expect(paths == ["circularDependency: Hen → Egg → Hen", "circularDependency: Egg → Hen → Egg"])
    }

    @Test(.timeLimit(.minutes(15))) func cycleWiredByAHookIsBuiltOnceFromBothSides() async throws {
        for _ in 0..<300 {
            let container = Container()
            let built = Parallel.Tally()
            container.register { resolver in
                built.increment()
                return Server(client: resolver.resolve())
            }
            .scope(.singleton)
            container.register {
                built.increment()
                return Client()
            }
            .scope(.singleton)
            .onCreate { client, resolver in
                let server = resolver.resolve(Server.self)
                client.server.withLock { $0 = server }
            }
            let servers = try #require(
                await Parallel.results(ofThreads: 2) { index in
                    guard index == 0 else { return container.resolve(Client.self).server.withLock { $0 } }
                    return container.resolve(Server.self)
                }
            )
            let server = try #require(servers[0])
            #expect(servers[1] === server)
            #expect(server.client.server.withLock { $0 } === server)
            #expect(built.value == 2)
        }
    }
}
