/// A circle of waits: the first one would close it, and each of the others holds up the build that the one before it
/// waits for.
struct WaitCircle {
    let links: [WaitGraph.Obstacle]

    /// Finds a circle that a wait would close; called under the lock.
    init?(closedBy wait: WaitGraph.Wait) {
        guard wait.waiter.build != nil else { return nil }
        var own: [ObjectIdentifier: Bool] = [:]
        for (build, isAside) in wait.heldUp { own[ObjectIdentifier(build)] = isAside }
        var visited: Set<ObjectIdentifier> = [ObjectIdentifier(wait.target)]
        // The obstacle by which a build was reached, and the build that it holds up.
        var steps: [ObjectIdentifier: (obstacle: WaitGraph.Obstacle, from: Build)] = [:]
        var frontier = [wait.target]
        while let build = frontier.popLast() {
            if let isAside = own[ObjectIdentifier(build)] {
                var links: [WaitGraph.Obstacle] = []
                var current = build
                while let step = steps[ObjectIdentifier(current)] {
                    links.append(step.obstacle)
                    current = step.from
                }
                self.links = [WaitGraph.Obstacle(wait: wait, isAside: isAside)] + links.reversed()
                return
            }
            for obstacle in build.obstacles.values
            where visited.insert(ObjectIdentifier(obstacle.wait.target)).inserted {
                steps[ObjectIdentifier(obstacle.wait.target)] = (obstacle, build)
                frontier.append(obstacle.wait.target)
            }
        }
        return nil
    }

    /// The wait that is ended to break the circle, and its outcome.
    ///
    /// The first choice is a wait for an instance that is built; of several, one whose waiter is not built yet. The
    /// second choice is a wait that its own build may end without. The last one is the wait that closes the circle.
    var weakest: (WaitGraph.Wait, WaitGraph.Outcome) {
        for isFinal in [false, true] {
            for link in links where link.wait.isFinal == isFinal {
                if case .completing(let instance) = link.wait.target.phase { return (link.wait, .unfinished(instance)) }
            }
        }
        let index = links.firstIndex(where: \.isAside) ?? 0
        return (links[index].wait, .circular(keys(behind: index)))
    }

    /// The services in the circle, from the target of one link back to its own build.
    private func keys(behind index: Int) -> [ServiceKey] {
        links.indices.dropFirst()
            .flatMap { offset in
                let (link, previous) = (
                    links[(index + offset) % links.count], links[(index + offset - 1) % links.count]
                )
                return link.wait.keys(behind: previous.wait.target.service.key)
            }
    }
}

extension WaitGraph.Wait {
    /// The part of the path behind a service.
    fileprivate func keys(behind key: ServiceKey) -> [ServiceKey] {
        guard let index = path.lastIndex(of: key) else { return path.suffix(1) }
        return Array(path[(index + 1)...])
    }
}
