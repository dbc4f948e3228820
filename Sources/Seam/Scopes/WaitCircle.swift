/// A circle of waits: the first one would close it, and each of the others holds up the build that the one before it
/// waits for.
struct WaitCircle {
    /// One wait of a circle.
    struct Link {
        let wait: WaitGraph.Wait
        /// Whether the build that the wait holds up in the circle may end without the wait.
        let mayBeLeftBehind: Bool

        fileprivate init(_ wait: WaitGraph.Wait, holdingUp build: Build) {
            self.wait = wait
            mayBeLeftBehind = wait.heldUp.first { $0.build === build }?.mayBeLeftBehind ?? false
        }
    }

    let links: [Link]

    /// Finds a circle that a wait would close; called under the lock.
    ///
    /// Searches from both ends, one wait at a time in turn: on from the target, and back from the builds that the wait
    /// holds up. The search is over as soon as one end leads no further. So a wait that only prolongs a chain of waits,
    /// at either end, does not cost more if the chain is long.
    ///
    /// - Complexity: O(*n*) in the number of waits that can be reached from the end that reaches fewer.
    init?(closedBy wait: WaitGraph.Wait) {
        guard !wait.heldUp.isEmpty else { return nil }
        var side = Search(.onward, from: [wait.target])
        var other = Search(.back, from: wait.heldUp.map(\.build))
        var meeting = other.hasFound(wait.target) ? wait.target : nil
        while meeting == nil {
            guard let found = side.followOne() else { return nil }
            meeting = found.first { other.hasFound($0) }
            swap(&side, &other)
        }
        guard let meeting else { return nil }
        let (onward, back) = side.direction == .onward ? (side, other) : (other, side)
        var links: [Link] = []
        var build = meeting
        while let step = onward.step(to: build) {
            links.append(Link(step.wait, holdingUp: step.origin))
            build = step.origin
        }
        links.reverse()
        build = meeting
        while let step = back.step(to: build) {
            links.append(Link(step.wait, holdingUp: build))
            build = step.origin
        }
        self.links = [Link(wait, holdingUp: build)] + links
    }

    /// The wait that is ended to break the circle, and its outcome.
    ///
    /// The first choice is a wait for an instance that is built; of several, one whose waiter is not built yet. The
    /// second choice is a wait that may be left behind. The last choice is the wait that closes the circle.
    var weakest: (WaitGraph.Wait, WaitGraph.Outcome) {
        for isOfDelayedBuild in [false, true] {
            for link in links where link.wait.isOfDelayedBuild == isOfDelayedBuild {
                if let instance = link.wait.target.unfinishedInstance { return (link.wait, .unfinished(instance)) }
            }
        }
        let index = links.firstIndex(where: \.mayBeLeftBehind) ?? 0
        return (links[index].wait, .circular(keys(behind: index)))
    }

    /// The services in the circle, from the target of one link back to a build that its waiter is part of.
    ///
    /// The requests that the failure passes on its way out add the path of that build.
    func keys(behind index: Int) -> [ServiceKey] {
        let own = Set(links[index].wait.waiter.builds.map { ObjectIdentifier($0) })
        var keys: [ServiceKey] = []
        var target = links[index].wait.target
        for link in links[(index + 1)...] + links[..<index] {
            guard !own.contains(ObjectIdentifier(target)) else { break }
            keys += link.wait.keys(behind: target.service.key)
            target = link.wait.target
        }
        return keys
    }
}

extension WaitGraph.Wait {
    /// The part of the path behind a service.
    fileprivate func keys(behind key: ServiceKey) -> [ServiceKey] {
        guard let index = path.lastIndex(of: key) else { return path.suffix(1) }
        return Array(path[(index + 1)...])
    }
}

/// The builds that are found from one end of a possible circle.
private struct Search {
    enum Direction {
        /// From a build to those that it waits for.
        case onward
        /// From a build to those that wait for it.
        case back
    }

    /// The wait by which a build was found, and the build at its other end.
    typealias Step = (wait: WaitGraph.Wait, origin: Build)

    let direction: Direction
    private var found: Set<ObjectIdentifier> = []
    private var steps: [ObjectIdentifier: Step] = [:]
    /// The builds that were found, with those of their waits that are not followed yet.
    private var open: [(build: Build, waits: [Int: WaitGraph.Wait].Values.Iterator)] = []

    init(_ direction: Direction, from builds: [Build]) {
        self.direction = direction
        for build in builds { insert(build) }
    }

    func hasFound(_ build: Build) -> Bool { found.contains(ObjectIdentifier(build)) }

    /// The step to a build; `nil` if the search has begun there.
    func step(to build: Build) -> Step? { steps[ObjectIdentifier(build)] }

    /// Follows one wait.
    ///
    /// - Returns: The builds that were not found before; `nil` if there is no wait left.
    mutating func followOne() -> [Build]? {
        while let origin = open.last?.build {
            guard let wait = open[open.count - 1].waits.next() else {
                open.removeLast()
                continue
            }
            let reached = direction == .onward ? [wait.target] : wait.heldUp.map(\.build)
            let fresh = reached.filter { !hasFound($0) }
            for build in fresh {
                insert(build)
                steps[ObjectIdentifier(build)] = (wait, origin)
            }
            return fresh
        }
        return nil
    }

    private mutating func insert(_ build: Build) {
        found.insert(ObjectIdentifier(build))
        let waits = direction == .onward ? build.obstacles : build.waits
        open.append((build, waits.values.makeIterator()))
    }
}
