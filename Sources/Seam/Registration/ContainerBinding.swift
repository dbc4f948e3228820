/// The reference of a lazy value to its container, and to the dependencies of the kept instance that it is part of.
///
/// The reference is strong, so that an object made inside an override still finds the container later. It is weak
/// inside an instance that the container, or one above it, keeps: a strong reference would be a cycle.
struct ContainerBinding: Sendable {
    private enum Holding: Sendable {
        case strong(Container)
        indirect case weak(Weak<Container>)
        /// The container that is current when a service is resolved.
        case current
    }

    private let holding: Holding
    private let dependencies: Dependencies?

    init(to container: consuming Container) {
        let record = ThreadLocal.record(under: container.threadKey)
        guard record.notesDependencies, let dependencies = Dependencies.current(on: record) else {
            (holding, self.dependencies) = (.strong(consume container), nil)
            return
        }
        let isKeeping = container.isKeeping(for: dependencies)
        holding = isKeeping ? .weak(Weak(container)) : .strong(consume container)
        self.dependencies = dependencies
    }

    private init() { (holding, dependencies) = (.current, nil) }

    /// A binding to no container.
    static var unbound: Self { Self() }

    /// Enters a frame in which requests are noted as dependencies, if the lazy value is part of a kept instance.
    ///
    /// The dependencies are those of that instance, and also those of a kept instance that the thread is building.
    ///
    /// - Returns: The dependencies of the frame, for the caller to hold until it leaves the frame; `nil` if no frame
    ///   was entered.
    @inline(__always)
    func enter(_ container: Borrowed<Container>, _ record: ThreadRecord) -> Dependencies? {
        dependencies.map { Self.enter(container.object, for: $0, record) }
    }

    @inline(never)
    private static func enter(_ container: Container, for own: Dependencies, _ record: ThreadRecord) -> Dependencies {
        let outer = Dependencies.current(on: record).flatMap { $0 === own ? nil : $0 }
        let noted = outer.map { own.ofPart(sharedWith: $0) } ?? own
        record.enterContext(of: container, dependencies: noted)
        return noted
    }

    /// The bound container, or the current one if none is bound; `nil` if the bound one is gone.
    var container: Container? {
        switch holding {
        case .strong(let container): container
        case .weak(let reference): reference.object
        case .current: .current
        }
    }

    /// The container, without counting a reference to one that the binding holds.
    ///
    /// - Parameter holder: Is given any other container, to keep it alive.
    func borrowed(holder: inout Container?) -> Borrowed<Container>? {
        if case .strong(let container) = holding { return Borrowed(container) }
        holder = container
        return holder.map { Borrowed($0) }
    }
}

extension Container {
    /// Whether the container, or one above it, keeps the instance of these dependencies, or one that it is part of.
    fileprivate func isKeeping(for dependencies: Dependencies) -> Bool {
        let keeperNumbers = dependencies.keeperNumbers
        return chain.contains { keeperNumbers.contains($0.number) }
    }
}
