internal import Synchronization

/// One kept instance, held strongly, weakly or in a user's storage, as its scope says.
@usableFromInline
final class CachedInstance: Sendable {
    enum Holding: Sendable {
        case strong(ValueBox)
        case weak(WeakBox)
        /// The user's own storage.
        case stored(any InstanceStorage)
    }

    let holding: Holding
    /// The age at which the instance is of no use, if its scope has one.
    private let limit: AgeLimit?
    /// The time at which it was built, on the clock of its scope.
    let birth: Duration
    /// The place in the order in which the process has kept instances.
    let order: Int
    let dependencies: Dependencies?

    private static let count = Atomic<Int>(0)

    init(
        _ holding: Holding,
        until limit: AgeLimit? = nil,
        birth: Duration = .zero,
        dependencies: Dependencies? = nil
    ) {
        self.holding = holding
        self.limit = limit
        self.birth = birth
        self.dependencies = dependencies
        order = Self.count.add(1, ordering: .relaxed).newValue
    }

    /// The instance, or `nil` if it is gone.
    ///
    /// - Precondition: `Service` is the type of the registration that the instance was built by; a slot belongs to one.
    func value<Service>(as _: Service.Type) -> Service? {
        switch holding {
        case .strong(let box): return box.value(as: Service.self)
        case .weak(let box): return box.value(as: Service.self)
        case .stored(let storage):
            // Unwrapped first: an empty storage would be cast to the nil of an Optional service.
            guard let instance = storage.instance else { return nil }
            return instance as? Service
        }
    }

    /// The instance in a box; `nil` if it is gone.
    func box(as type: any Any.Type) -> ValueBox? {
        if case .strong(let box) = holding { return box }
        func box<Service>(_: Service.Type) -> ValueBox? { value(as: Service.self).map { ValueBox($0) } }
        return _openExistential(type, do: box)
    }

    /// Whether requests may get the instance: it is neither gone nor too old.
    ///
    /// Calls the user's clock, if the scope has one.
    var isUsable: Bool {
        // Uncounted: the instance holds its limit, and the caller holds the instance.
        guard let limit = limit.map({ Borrowed($0) }) else { return !isGone }
        return limit.use { $0.now() - birth < $0.duration }
    }

    /// The instance in a box, if requests may get it; calls the user's clock.
    func usableBox(as type: any Any.Type) -> ValueBox? { isUsable ? box(as: type) : nil }

    /// The instance, if it is held strongly and not too old; calls the user's clock.
    var freshBox: ValueBox? {
        if case .strong(let box) = holding, isUsable { box } else { nil }
    }

    /// The word of the box, if the instance is held strongly.
    @usableFromInline var wordOfBox: InstanceWord {
        if case .strong(let box) = holding { box.word } else { .none }
    }

    /// The instance, if it is held strongly and never grows too old.
    var lastingBox: ValueBox? {
        if case .strong(let box) = holding, limit == nil { box } else { nil }
    }

    /// The user's storage, if it holds the instance.
    var storage: (any InstanceStorage)? {
        if case .stored(let storage) = holding { storage } else { nil }
    }

    /// Whether the instance is held weakly and its object is gone.
    var isGone: Bool {
        if case .weak(let box) = holding { box.isGone } else { false }
    }

    /// The word that lock-free readers find the instance by, until it is dropped; none if they have to take the slow
    /// path.
    func publishedWord(under scope: Scope) -> InstanceWord {
        switch (scope.lifetime, holding) {
        case (.kept, .strong), (.container, .strong): wordOfBox
        case (.expiring, .strong): InstanceWord(self, mark: InstanceWord.expiring)
        case (.shared, .weak(let box)): box.word
        default: .none
        }
    }
}
