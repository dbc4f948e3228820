internal import Synchronization

/// A kept instance, held in the way that its scope asks for.
final class CachedInstance: Sendable {
    enum Holding: Sendable {
        case strong(ValueBox)
        case weak(WeakBox)
        /// The user's own storage.
        case stored(any InstanceStorage)
    }

    let holding: Holding
    /// The time of its building, on the clock of its scope.
    let birth: Duration
    /// The number of instances that were kept before it, in the whole process.
    let order: Int
    let dependencies: Dependencies?

    private static let count = Atomic<Int>(0)

    init(_ holding: Holding, birth: Duration = .zero, dependencies: Dependencies? = nil) {
        self.holding = holding
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
            // Unwrapped first: nothing at all would pass for an optional service that is nil.
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

    /// Whether the instance may be given out under a scope: it is neither gone nor too old.
    ///
    /// Calls the clock of the scope.
    func isUsable(under scope: Scope) -> Bool {
        if case .expiring(let duration, let now) = scope.lifetime { return now() - birth < duration }
        return !isGone
    }

    /// Whether the instance was held weakly and nobody else held it.
    var isGone: Bool {
        if case .weak(let box) = holding { box.isGone } else { false }
    }

    /// The word that lock-free readers find the instance by, until it is dropped; 0 if they cannot.
    func publishedWord(under scope: Scope) -> UInt {
        switch (scope.lifetime, holding) {
        case (.kept, .strong(let box)): box.word
        case (.shared, .weak(let box)): box.word.map { $0 | Self.weakMark } ?? 0
        default: 0
        }
    }

    /// Tells the word of a ``WeakBox``; words are even.
    static var weakMark: UInt { 1 }
}

extension CachedInstance {
    /// Ends the use of instances that were dropped: no reader is between the address of one and a reference any more.
    ///
    /// The instances are released with the last references to these objects, which are the caller's.
    static func release(_ instances: [CachedInstance]) {
        guard !instances.isEmpty else { return }
        var storages: [any InstanceStorage] = []
        for case .stored(let storage) in instances.map(\.holding) { storages.append(storage) }
        if storages.count < instances.count { Reclamation.waitForReaders() }
        for storage in storages { storage.instance = nil }
    }
}

extension [SlotTable.Dropped] {
    /// Releases the instances that were dropped, as ``CachedInstance/release(_:)`` does.
    func release() { CachedInstance.release(compactMap(\.instance)) }
}
