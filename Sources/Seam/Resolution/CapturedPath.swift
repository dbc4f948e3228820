/// A service on a path, with everything that the cycle check compares.
struct PathElement: Sendable {
    let entry: RegistryEntry
    let container: Container
    let arguments: ValueBox?

    /// Whether the element stands for the same call of a factory.
    fileprivate func isSame(as other: PathElement) -> Bool {
        entry === other.entry && container === other.container && arguments?.word == other.arguments?.word
    }
}

/// The services that are being built, for `onResolved` hooks that run when they are built.
///
/// The paths of one thread share what they have in common: each frame gets one ``Node``, however many instances are
/// built inside it.
struct CapturedPath: Sendable {
    /// The services that are built by the frames of a thread, from the outermost one to one of them.
    ///
    /// The nodes are released by recursion, which is bounded: by the depth of the frames that the nodes stand for, or by
    /// the longest path of hooks.
    final class Node: Sendable {
        let element: PathElement
        let outer: Node?
        /// The number of nodes.
        let count: Int

        fileprivate init(_ element: PathElement, inside outer: Node?) {
            (self.element, self.outer) = (element, outer)
            count = (outer?.count ?? 0) + 1
        }
    }

    /// The services that async factories build, outside those that the thread builds.
    fileprivate let tasks: ArraySlice<PathElement>
    /// The innermost service, if the thread builds it.
    let innermost: Node?

    /// The innermost service.
    var own: PathElement? { innermost?.element ?? tasks.last }

    /// The number of services.
    var count: Int { tasks.count + (innermost?.count ?? 0) }

    /// Whether the nodes are the whole path, so that they can stand for its frames.
    fileprivate var isOfThread: Bool { tasks.isEmpty }

    /// The path without its innermost service.
    var outer: CapturedPath {
        guard let innermost else { return CapturedPath(tasks: tasks.dropLast(), innermost: nil) }
        return CapturedPath(tasks: tasks, innermost: innermost.outer)
    }
}

extension Stack {
    /// The services that are being built.
    ///
    /// - Complexity: O(*n*) in the number of async factories, and of frames that are on no captured path yet.
    var capturedPath: CapturedPath {
        var missing: [Frame] = []
        var frame = Optional(record.top)
        while let current = frame, current.node == nil {
            missing.append(current)
            frame = current.previous
        }
        var node = frame?.node
        for frame in missing.reversed() {
            guard let element = frame.element else { continue }
            let inner = CapturedPath.Node(element, inside: node)
            record.keep(inner, onPathsFor: frame)
            node = inner
        }
        let tasks = tasks.map { PathElement(entry: $0.entry, container: $0.container, arguments: $0.arguments) }
        return CapturedPath(tasks: tasks.reversed()[...], innermost: node)
    }
}

extension Frame {
    /// The node that was made for the frame.
    ///
    /// The object is a node: only this file lets objects stand for frames.
    fileprivate var node: CapturedPath.Node? { Borrowed<CapturedPath.Node>(pathObject)?.object }

    fileprivate var element: PathElement? {
        guard let entry, let container = Borrowed<Container>(context)?.object else { return nil }
        return PathElement(
            entry: entry,
            container: container,
            arguments: arguments.map { entry.arguments.box(at: $0) }
        )
    }
}

// MARK: - Entering

/// The frames of a captured path, which the calling thread has entered.
struct EnteredPath {
    private let record: ThreadRecord
    private var tasks: ArraySlice<PathElement> = []
    private var nodes: [CapturedPath.Node] = []

    init(on record: ThreadRecord) { self.record = record }

    /// Enters a path; the frames stay that it has in common with the one before.
    ///
    /// - Complexity: O(*n*) in the number of other frames, which are few if the paths are those of nested services.
    mutating func enter(_ path: CapturedPath) {
        if !tasks.elementsEqual(path.tasks, by: { $0.isSame(as: $1) }) {
            leave()
            tasks = path.tasks
            for task in tasks { record.enter(task) }
        }
        var missing: [CapturedPath.Node] = []
        var node = path.innermost
        while let current = node, !isEntered(current) {
            missing.append(current)
            node = current.outer
        }
        leaveNodes(upTo: node?.count ?? 0)
        for node in missing.reversed() {
            record.enter(node.element, path.isOfThread ? node : nil)
            nodes.append(node)
        }
    }

    private func isEntered(_ node: CapturedPath.Node) -> Bool {
        node.count <= nodes.count && nodes[node.count - 1] === node
    }

    /// Leaves all frames.
    mutating func leave() {
        leaveNodes(upTo: 0)
        for _ in tasks { record.leave() }
        tasks = []
    }

    private mutating func leaveNodes(upTo count: Int) {
        while nodes.count > count {
            record.leave()
            nodes.removeLast()
        }
    }
}

extension ThreadRecord {
    /// Enters the frame of the innermost service of a path, inside the other frames of the path.
    func enterInnermost(of path: CapturedPath, dependencies: Dependencies?, build: Build?) {
        guard let element = path.own else { return }
        enter(element, path.isOfThread ? path.innermost : nil, dependencies: dependencies, build: build)
    }

    /// Enters the frame of a service that was built before.
    ///
    /// - Parameter node: The node that stands for the path up to the service.
    fileprivate func enter(
        _ element: PathElement,
        _ node: CapturedPath.Node? = nil,
        dependencies: Dependencies? = nil,
        build: Build? = nil
    ) {
        enter(
            element.entry,
            in: element.container,
            arguments: element.arguments.map { ArgumentAddress($0) },
            dependencies: dependencies,
            build: build
        )
        if let node { keep(node, onPathsFor: top) }
    }
}
