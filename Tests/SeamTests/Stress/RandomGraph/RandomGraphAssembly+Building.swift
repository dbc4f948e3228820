import Seam
import TestKit

extension RandomGraphAssembly {
    private var worker: RandomGraphWorker { RandomGraphWorker.current ?? stranger }

    /// A factory of a synchronous service.
    func build(_ service: RandomGraphPlan.Service, isChild: Bool, _ r: Resolver) throws -> GraphNode {
        let worker = worker
        let place = place(of: service, isChild: isChild, r)
        let activity = worker.begin("builds \(place)")
        defer { worker.end(activity) }
        worker.note(build: place)
        try countAttempt(of: service)
        for _ in 0..<service.pauses { CurrentThread.yield() }
        guard service.asking == .outside, !service.dependencies.isEmpty else {
            return made(GraphNode(place, below: try service.dependencies.map { try need($0, r) }, census: census))
        }
        let container = r.container
        let below = WorkerThread {
            try RandomGraphWorker.$current.withValue(worker) {
                try service.dependencies.map { try self.need($0, container) }
            }
        }
        return made(GraphNode(place, below: try below.value(), census: census))
    }

    /// A factory of an async service.
    func build(_ service: RandomGraphPlan.Service, isChild: Bool, _ r: Resolver) async throws -> GraphNode {
        let worker = worker
        let place = place(of: service, isChild: isChild, r)
        let activity = worker.begin("builds \(place)")
        defer { worker.end(activity) }
        worker.note(build: place)
        try countAttempt(of: service)
        for _ in 0..<service.pauses { await Task.yield() }
        return made(GraphNode(place, below: try await dependencies(of: service, r, worker), census: census))
    }

    private func dependencies(
        of service: RandomGraphPlan.Service,
        _ r: Resolver,
        _ worker: RandomGraphWorker
    ) async throws -> [GraphNode] {
        var rest = service.dependencies[...]
        var below: [GraphNode] = []
        switch service.asking {
        case .oneByOne: break
        case .asyncLet:
            guard rest.count >= 2 else { break }
            let (left, right) = (rest.removeFirst(), rest.removeFirst())
            async let first = needAsync(left, r)
            async let second = needAsync(right, r)
            below += [try await first, try await second]
        case .group:
            below = try await withThrowingTaskGroup(of: GraphNode.self) { group in
                for number in service.dependencies { group.addTask { try await self.needAsync(number, r) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            rest = []
        case .task:
            guard let number = rest.popFirst() else { break }
            below.append(try await Task { try await self.needAsync(number, r) }.value)
        case .outside:
            guard let number = rest.popFirst() else { break }
            let container = r.container
            let node = Task.detached {
                try await RandomGraphWorker.$current.withValue(worker) { try await self.needAsync(number, container) }
            }
            below.append(try await node.value)
        }
        for number in rest { below.append(try await needAsync(number, r)) }
        return below
    }

    /// Resolves what a hook or a decorator needs.
    func resolve(_ needed: [Int], _ r: Resolver, during activity: String) throws {
        let worker = worker
        let activity = worker.begin(activity)
        defer { worker.end(activity) }
        for number in needed { _ = try need(number, r) }
    }

    /// Keeps a new node alive if the plan asks for it.
    func made(_ node: GraphNode) -> GraphNode {
        // While a shared instance is held, requests have to find the same one.
        if plan.kind == .acyclic { worker.hold(node) }
        return node
    }

    private func place(of service: RandomGraphPlan.Service, isChild: Bool, _ r: Resolver) -> GraphNode.Place {
        GraphNode.Place(
            number: service.number,
            isOwnedByChild: isChild,
            asked: service.scope == .container ? ObjectIdentifier(r.container) : nil
        )
    }

    private func need(_ number: Int, _ resolving: some Resolving) throws -> GraphNode {
        let worker = worker
        let activity = worker.begin("wants \(number)")
        defer { worker.end(activity) }
        return checked(try resolving.tryResolve(GraphNode.self, name: Self.name(number)), number, worker)
    }

    private func needAsync(_ number: Int, _ resolving: some Resolving) async throws -> GraphNode {
        let worker = worker
        let activity = worker.begin("awaits \(number)")
        defer { worker.end(activity) }
        return checked(try await resolving.resolveAsync(GraphNode.self, name: Self.name(number)), number, worker)
    }

    /// Only in a circle may a dependency be seen before its onCreate hook has returned.
    private func checked(_ node: GraphNode, _ number: Int, _ worker: RandomGraphWorker) -> GraphNode {
        if !plan.kind.isCyclic { check(node, number, worker) }
        return node
    }

    /// Notes a complaint about a node that is not the one asked for, or whose onCreate hook has not returned.
    func check(_ node: GraphNode, _ number: Int, _ worker: RandomGraphWorker) {
        guard node.place.number == number else { return worker.complain("\(number) gave \(node.place)") }
        guard node.isQuiet else { return worker.complain("\(number) was seen before its onCreate hook had returned") }
        let expected = plan.services[number].created == nil ? 0 : 1
        // A registration that was just made again has no hook yet.
        let isRight = node.hooks == expected || (plan.kind.isChanging && node.hooks == 0)
        if !isRight { worker.complain("\(number) came after \(node.hooks) hooks instead of \(expected)") }
    }
}
