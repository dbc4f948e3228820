internal import Synchronization

/// An instance in a slot, in the form its scope asks for.
final class KeptInstance: Sendable {
    /// How the instance is held.
    enum Holding: Sendable {
        case strong(ErasedInstance)
        /// A ``WeakValue`` of the service's type.
        case weak(any WeakHolding)
        /// The user's own storage.
        case stored(any InstanceStorage)
    }

    let holding: Holding
    /// When it was built, on the clock of its scope.
    let birth: Duration
    /// How many instances were kept before it, in the whole process.
    let order: Int

    /// The serial number of its construction.
    let serial: Int
    /// What it was given.
    let dependent: Dependent

    private static let count = Atomic<Int>(0)

    init(_ holding: Holding, of construction: Construction, birth: Duration = .zero) {
        self.holding = holding
        serial = construction.serial
        dependent = construction.dependent
        self.birth = birth
        order = Self.count.add(1, ordering: .relaxed).newValue
    }

    /// The instance as a value of its service's type; `nil` where it is gone.
    ///
    /// What holds it weakly was made for the very slot it stands in, and a slot belongs to one registration: the cast
    /// cannot fail.
    func value<Service>(as type: Service.Type) -> Service? {
        switch holding {
        case .strong(let instance): instance.value(as: Service.self)
        case .weak(let reference): unsafeDowncast(reference, to: WeakValue<Service>.self).value
        case .stored(let storage): storage.instance.flatMap { $0 as? Service }
        }
    }

    /// Whether the instance was held weakly and nobody else held it.
    var isGone: Bool {
        if case .weak(let reference) = holding { reference.isGone } else { false }
    }

    /// The same as for several.
    func release() { [self].release() }
}

extension [KeptInstance] {
    /// Ends the use of instances that were dropped: no reader is between the address of one and a reference any more.
    ///
    /// The instances are released with the last references to these objects, which are the caller's.
    func release() {
        let storages = compactMap { if case .stored(let storage) = $0.holding { storage } else { nil } }
        if storages.count < count { Reclamation.waitForReaders() }
        for storage in storages { storage.instance = nil }
    }
}
