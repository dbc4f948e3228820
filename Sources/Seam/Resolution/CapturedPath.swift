extension Stack {
    /// The services that are being built, for `onResolved` hooks that run when they are built.
    ///
    /// - Complexity: O(*n*) in the number of frames that have no node yet.
    var capturedPath: PathNode? {
        var frame = record.top
        while frame.node == nil, let outer = frame.previous { frame = outer }
        // Outside the frames of the thread are those of async factories.
        var node = frame.node ?? pathOfTask
        while frame != record.top, let next = frame.next {
            frame = next
            guard let inner = frame.makeNode(inside: node) else { continue }
            record.keep(inner, onPathsFor: frame)
            node = inner
        }
        return node
    }

    /// The node of the innermost service, if it is on the path of `onResolved` hooks.
    var nodeOfInnermost: PathNode? { record.top.entry == nil ? task?.nodeIfMade : record.top.node }

    /// The services that async factories build.
    private var pathOfTask: PathNode? {
        var missing: [TaskFrame.Content] = []
        var node: PathNode?
        for content in tasks {
            node = content.nodeIfMade
            guard node == nil else { break }
            missing.append(content)
        }
        return missing.reversed().reduce(node) { $1.node(inside: $0) }
    }
}

extension Frame {
    /// The node that was made for the frame.
    ///
    /// The object is a node: only this file lets objects stand for frames.
    var node: PathNode? { Borrowed<PathNode>(pathObject)?.object }

    fileprivate func makeNode(inside outer: PathNode?) -> PathNode? {
        guard let entry, let container = Borrowed<Container>(context)?.object else { return nil }
        let arguments = arguments.map { entry.arguments.box(at: $0) }
        return PathNode(of: entry, in: container, arguments: arguments, inside: outer)
    }
}

// MARK: - Entering

/// The frames of a captured path, which the calling thread has entered.
struct EnteredPath {
    private let record: ThreadRecord
    private var nodes: [PathNode] = []

    init(on record: ThreadRecord) { self.record = record }

    /// Enters a path; the frames stay that it has in common with the one before.
    ///
    /// - Complexity: O(*n*) in the number of other frames, which are few if the paths are those of nested services.
    mutating func enter(_ path: PathNode?) {
        var common = path
        while let node = common, !isEntered(node) { common = node.outer }
        leave(upTo: common?.count ?? 0)
        guard let path else { return }
        let missing = nodes.count..<path.count
        // All new places get the innermost node first. Then each gets its own, from the innermost outwards.
        nodes += repeatElement(path, count: missing.count)
        for index in missing.dropLast().reversed() { nodes[index] = nodes[index + 1].outer ?? path }
        for index in missing { record.enter(nodes[index]) }
    }

    private func isEntered(_ node: PathNode) -> Bool {
        node.count <= nodes.count && nodes[node.count - 1] === node
    }

    /// Leaves the frames inside the outermost ones.
    ///
    /// - Parameter count: The number of frames to stay in.
    mutating func leave(upTo count: Int = 0) {
        while nodes.count > count {
            record.leave()
            nodes.removeLast()
        }
    }
}

extension ThreadRecord {
    /// Enters the frame of a service that was built before, inside the frames of the services around it.
    func enter(_ node: PathNode, dependencies: Dependencies? = nil, build: Build? = nil) {
        enter(
            node.entry,
            in: node.container,
            arguments: node.arguments.map { ArgumentAddress($0) },
            dependencies: dependencies,
            build: build
        )
        keep(node, onPathsFor: top)
    }
}
