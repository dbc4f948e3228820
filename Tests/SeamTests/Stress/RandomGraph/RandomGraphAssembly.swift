import Seam
import TestKit

/// Registers the services of a plan.
final class RandomGraphAssembly: Sendable {
    /// Thrown by the builds that the plan lets fail.
    struct PlannedFailure: Error {}

    let plan: RandomGraphPlan
    let census = GraphCensus()
    /// The worker for builds that have lost the task-local.
    let stranger = RandomGraphWorker("unknown worker", isThread: true)
    private let attempts: [Counter]

    init(_ plan: RandomGraphPlan) {
        self.plan = plan
        attempts = plan.services.map { _ in Counter() }
    }

    static func name(_ number: Int) -> ServiceName { ServiceName("\(number)") }

    private static func link(_ number: Int) -> ServiceName { ServiceName("link to \(number)") }

    /// Registers everything in a root, and what the plan says in its child.
    func register(in root: Container, child: Container) {
        for service in plan.services {
            // Aliases survive the re-registration of their target, so they are made once.
            addAlias(of: service, to: register(service.number, in: root), in: root)
            if service.isOverridden { register(service.number, in: child) }
        }
    }

    /// Registers a service for the first time or again.
    @discardableResult
    func register(_ number: Int, in container: Container) -> Registration<GraphNode> {
        let service = plan.services[number]
        let isChild = container.parent != nil
        let registration =
            if service.isAsync {
                container.registerAsync(GraphNode.self, name: Self.name(number)) { r in
                    try await self.build(service, isChild: isChild, r)
                }
            } else {
                container.register(GraphNode.self, name: Self.name(number)) { r in
                    try self.build(service, isChild: isChild, r)
                }
            }
        registration.scope(service.scope)
        addHooks(of: service, to: registration)
        return registration
    }

    private func addHooks(of service: RandomGraphPlan.Service, to registration: Registration<GraphNode>) {
        if let needed = service.decoration {
            registration.decorate { node, r in
                try self.resolve(needed, r, during: "decorates \(service.number)")
                return self.made(GraphNode(node.place, decorated: node, census: self.census))
            }
        }
        if let needed = service.created {
            registration.onCreate { node, r in
                try node.runHook { try self.resolve(needed, r, during: "onCreate of \(service.number)") }
            }
        }
        if let needed = service.resolved {
            registration.onResolved { _, r in
                try self.resolve(needed, r, during: "onResolved of \(service.number)")
            }
        }
    }

    private func addAlias(
        of service: RandomGraphPlan.Service,
        to registration: Registration<GraphNode>,
        in container: Container
    ) {
        guard let alias = service.alias else { return }
        let number = service.number
        if alias.isTwofold {
            // The alias replaces the link's own registration.
            container.register(GraphNode.self, name: Self.link(number)) { _ in throw PlannedFailure() }
                .implements((any GraphAlias).self, name: Self.name(number)) { $0 }
            registration.implements(GraphNode.self, name: Self.link(number)) { $0 }
        } else {
            registration.implements((any GraphAlias).self, name: Self.name(number)) { $0 }
        }
        guard alias.isDecorated else { return }
        container.decorate((any GraphAlias).self, name: Self.name(number)) { alias, _ in
            self.made(GraphNode(alias.node.place, decorated: alias.node, census: self.census))
        }
    }

    /// Counts a build of a service.
    ///
    /// - Throws: ``PlannedFailure`` if the plan lets it fail.
    func countAttempt(of service: RandomGraphPlan.Service) throws {
        guard service.failures > 0 else { return }
        if attempts[service.number].increment() <= service.failures { throw PlannedFailure() }
    }
}
