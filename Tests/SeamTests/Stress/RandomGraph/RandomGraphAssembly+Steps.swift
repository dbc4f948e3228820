import Seam

extension RandomGraphAssembly {
    /// Makes a step on a thread.
    ///
    /// - Parameters:
    ///   - step: A request or a change.
    ///   - containers: The root and its child.
    ///   - worker: The caller's.
    func perform(_ step: RandomGraphPlan.Step, in containers: [Container], for worker: RandomGraphWorker) {
        guard case .request(let number, let inChild, let byAlias) = step else {
            return change(step, in: containers)
        }
        let (container, name) = (containers[inChild ? 1 : 0], Self.name(number))
        do {
            let node =
                byAlias
                ? try container.tryResolve((any GraphAlias).self, name: name).node
                : try container.tryResolve(GraphNode.self, name: name)
            accept(node, number, byAlias: byAlias, for: worker)
        } catch {
            judge(error, number, isAsynchronous: false, for: worker)
        }
    }

    /// Makes a step in a task.
    func perform(_ step: RandomGraphPlan.Step, in containers: [Container], for worker: RandomGraphWorker) async {
        guard case .request(let number, let inChild, let byAlias) = step else {
            return change(step, in: containers)
        }
        let (container, name) = (containers[inChild ? 1 : 0], Self.name(number))
        do {
            let node =
                byAlias
                ? try await container.resolveAsync((any GraphAlias).self, name: name).node
                : try await container.resolveAsync(GraphNode.self, name: name)
            accept(node, number, byAlias: byAlias, for: worker)
        } catch {
            judge(error, number, isAsynchronous: true, for: worker)
        }
    }

    /// Uses the containers of a finished round once more, on a thread.
    func useAgain(_ containers: [Container], for worker: RandomGraphWorker) {
        for container in containers {
            container.register(GraphNode.self, name: "fresh") { self.freshNode }.scope(.singleton)
            let node = try? container.tryResolve(GraphNode.self, name: "fresh")
            if node == nil { worker.complain("A fresh service fails.") }
        }
    }

    /// Uses the containers of a finished round once more, in a task.
    func useAgain(_ containers: [Container], for worker: RandomGraphWorker) async {
        for container in containers {
            container.registerAsync(GraphNode.self, name: "fresh async") { self.freshNode }.scope(.singleton)
            let node = try? await container.resolveAsync(GraphNode.self, name: "fresh async")
            if node == nil { worker.complain("A fresh async service fails.") }
        }
    }

    private var freshNode: GraphNode {
        GraphNode(GraphNode.Place(number: -1, isOwnedByChild: false, asked: nil), census: census)
    }

    private func change(_ step: RandomGraphPlan.Step, in containers: [Container]) {
        switch step {
        case .request: break
        case .register(let number, let inChild): register(number, in: containers[inChild ? 1 : 0])
        case .unregister(let number, let inChild):
            containers[inChild ? 1 : 0].unregister(GraphNode.self, name: Self.name(number))
        case .reset(let scope, let inChild): containers[inChild ? 1 : 0].reset(scope)
        }
    }

    private func accept(_ node: GraphNode, _ number: Int, byAlias: Bool, for worker: RandomGraphWorker) {
        check(node, number, worker)
        guard plan.kind == .acyclic else { return }
        worker.note(answer: RandomGraphWorker.Answer(number: number, byAlias: byAlias, node: node))
    }

    private func judge(_ error: any Error, _ number: Int, isAsynchronous: Bool, for worker: RandomGraphWorker) {
        guard let error = error as? ResolutionError else { return worker.complain("\(number) threw \(error)") }
        if !isAsynchronous, plan.services[number].isAsync, error.code == .requiresAsync { return }
        var expected: Set<ResolutionError.Code> = []
        if plan.kind.isCyclic { expected = [.circularDependency, .requiresAsync, .factoryFailed] }
        if plan.kind == .changingCyclic { expected.insert(.notRegistered) }
        if !expected.contains(error.code) { worker.complain(error.description) }
    }
}
