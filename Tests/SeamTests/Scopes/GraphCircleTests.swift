import Seam
import TestKit
import Testing

/// Circles of services of the `graph` scope.
struct GraphCircleTests {
    private final class Head: Sendable {}
    private final class Body: Sendable {}
    private final class Tail: Sendable {}

    private let container = Container()

    /// Head needs body, body needs tail, and tail needs head.
    private func registerRing() {
        container.register { (r: Resolver) -> Head in
            _ = try r.tryResolve(Body.self)
            return Head()
        }
        .scope(.graph)
        container.register { (r: Resolver) -> Body in
            _ = try r.tryResolve(Tail.self)
            return Body()
        }
        .scope(.graph)
        container.register { (r: Resolver) -> Tail in
            _ = try r.tryResolve(Head.self)
            return Tail()
        }
        .scope(.graph)
    }

    private func steps(_ request: (Container) throws -> Void) throws -> [String] {
        let error = try #require(throws: ResolutionError.self) { try request(container) }
        #expect(error.code == .circularDependency)
        return error.steps
    }

    @Test func circleHasItsPathWhereverItIsEntered() throws {
        registerRing()
        #expect(try steps { _ = try $0.tryResolve(Head.self) } == ["Head", "Body", "Tail", "Head"])
        #expect(try steps { _ = try $0.tryResolve(Body.self) } == ["Body", "Tail", "Head", "Body"])
        #expect(try steps { _ = try $0.tryResolve(Tail.self) } == ["Tail", "Head", "Body", "Tail"])
    }

    @Test func circleHasThePathThatLeadsToIt() throws {
        registerRing()
        container.register { r in "\(try r.tryResolve(Head.self))" }
        #expect(try steps { _ = try $0.tryResolve(String.self) } == ["String", "Head", "Body", "Tail", "Head"])
    }

    @Test func circleIsFoundIfAResolutionHasBegun() throws {
        registerRing()
        container.register { 1 }.scope(.singleton)
        container.register { r in "\(r.resolve(Int.self)) \(try r.tryResolve(Head.self))" }
        #expect(try steps { _ = try $0.tryResolve(String.self) } == ["String", "Head", "Body", "Tail", "Head"])
    }

    @Test func circleIsFoundBeyondThePlacesOfTheThread() throws {
        registerRing()
        let requests = Fixtures.registerStages(20, nested: false, in: container)
        container.register { (r: Resolver) -> String in
            for request in requests { _ = request(r) }
            return "\(try r.tryResolve(Head.self))"
        }
        #expect(try steps { _ = try $0.tryResolve(String.self) } == ["String", "Head", "Body", "Tail", "Head"])
    }

    @Test func circleIsFoundAgainInTheSameRequest() {
        @Sendable func path<Service>(to type: Service.Type, _ r: Resolver) -> String {
            do throws(ResolutionError) {
                _ = try r.tryResolve(type)
                return "nothing"
            } catch {
                return error.steps.joined(separator: " ")
            }
        }
        registerRing()
        container.register { (r: Resolver) -> String in
            "\(path(to: Head.self, r)), \(path(to: Body.self, r)), \(path(to: Head.self, r))"
        }
        #expect(
            container.resolve(String.self)
                == "String Head Body Tail Head, String Body Tail Head Body, String Head Body Tail Head"
        )
    }

    @Test func circleIsBrokenByAFactoryThatContinuesWithout() {
        registerRing()
        container.register { (r: Resolver) -> Tail in
            _ = try? r.tryResolve(Head.self)
            return Tail()
        }
        .scope(.graph)
        container.register([Bool].self) { r in
            let head = try r.tryResolve(Head.self)
            let (body, tail) = (try r.tryResolve(Body.self), try r.tryResolve(Tail.self))
            return [
                head === r.resolve(Lazy<Head>.self).value, body === r.resolve(Body?.self),
                tail === r.resolve(Provider<Tail>.self)(),
            ]
        }
        #expect(container.resolve([Bool].self) == [true, true, true])
    }

    @Test func circleThroughLazyIsNoCircle() {
        final class Parent: Sendable {
            let child: Lazy<Head>
            init(_ child: Lazy<Head>) { self.child = child }
        }
        container.register { r in Parent(r.resolve()) }.scope(.graph)
        container.register { r in
            _ = r.resolve(Parent.self)
            return Head()
        }
        .scope(.graph)
        container.register { r in r.resolve(Parent.self).child.value === r.resolve(Head.self) }
        #expect(container.resolve(Bool.self))
    }
}
