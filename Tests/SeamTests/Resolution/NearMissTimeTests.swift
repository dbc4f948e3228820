import Seam
import TestKit
import Testing

/// A request for an unknown name fails fast, for any number of registered names: only some of them are looked at, and
/// 400 are more than these.
struct NearMissTimeTests {
    private static func container(names: Int) -> Container {
        let container = Container()
        for number in 0..<names {
            container.register(name: ServiceName("name \(number)")) { Fixtures.Engine() }
        }
        return container
    }

    /// The shortest of several rounds of failing requests, each for another name.
    private static func time(of container: Container, _ request: (Container, ServiceName) -> Void) -> Duration {
        let rounds = (0..<12)
            .map { round in
                CurrentThread.processorTime {
                    for number in 0..<10 { request(container, ServiceName("unknown \(round) \(number)")) }
                }
            }
        return rounds.min() ?? .zero
    }

    private static func fail(_ container: Container, _ name: ServiceName) {
        precondition((try? container.tryResolve(Fixtures.Engine.self, name: name)) == nil)
    }

    private static func failWithAnotherType(_ container: Container, _ name: ServiceName) {
        precondition((try? container.tryResolve(Fixtures.Live.self, name: name)) == nil)
    }

    @Test func failureTakesAsLongWithManyNamesAsWithFew() {
        let few = Self.time(of: Self.container(names: 400), Self.fail)
        let many = Self.time(of: Self.container(names: 4_000), Self.fail)
        #expect(many < few * 5)
    }

    @Test func failureWithinAParentTakesAsLongWithManyNamesAsWithFew() {
        let few = Self.time(of: Container(parent: Self.container(names: 400)), Self.fail)
        let many = Self.time(of: Container(parent: Self.container(names: 4_000)), Self.fail)
        #expect(many < few * 5)
    }

    @Test func failureWithOtherTypesAroundTakesAsLongAsWithout() {
        let few = Self.time(of: Self.container(names: 400), Self.failWithAnotherType)
        let many = Self.time(of: Self.container(names: 4_000), Self.failWithAnotherType)
        #expect(many < few * 5)
    }

    /// Twenty times the length would take 400 times the time if each name were compared as a whole.
    @Test func textTakesLinearTimeInTheLengthOfTheNames() {
        func time(ofLength length: Int) -> Duration {
            let container = Container()
            for number in 0..<50 {
                let name = ServiceName(String(repeating: "x", count: length) + "\(number)")
                container.register(name: name) { Fixtures.Engine() }
            }
            let asked = ServiceName(String(repeating: "y", count: length))
            let rounds = (0..<5)
                .map { _ in
                    CurrentThread.processorTime {
                        do throws(ResolutionError) {
                            _ = try container.tryResolve(Fixtures.Engine.self, name: asked)
                        } catch {
                            precondition(!error.description.isEmpty)
                        }
                    }
                }
            return rounds.min() ?? .zero
        }
        #expect(time(ofLength: 2_000) < time(ofLength: 100) * 60)
    }

    @Test func textIsOfBoundedLength() throws {
        let error = try #require(throws: ResolutionError.self) {
            try Self.container(names: 4_000).tryResolve(Fixtures.Engine.self, name: "unknown")
        }
        #expect(error.description.hasPrefix("No registration for 'Engine' named \"unknown\".\n"))
        #expect(error.description.utf8.count < 10_000)
    }

    @Test func fewNamesAreAllInTheText() throws {
        let error = try #require(throws: ResolutionError.self) {
            try Self.container(names: 3).tryResolve(Fixtures.Engine.self, name: "unknown")
        }
        for number in 0..<3 { #expect(error.description.contains("\"name \(number)\"")) }
    }
}
