internal import Synchronization

/// An instance in a slot, in the form its scope asks for.
final class KeptInstance: Sendable {
    /// How the instance is held.
    enum Holding: Sendable {
        /// A ``PublishedValue`` of the service's type.
        case strong(Construction.Box)
        /// A ``WeakValue`` of the service's type.
        case weak(Construction.Box)
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
    /// A strong or weak box was made for the very slot it stands in, and a slot belongs to one registration: the cast
    /// cannot fail.
    func value<Service>(as type: Service.Type) -> Service? {
        switch holding {
        case .strong(let box): unsafeDowncast(box, to: PublishedValue<Service>.self).address.pointee
        case .weak(let box): unsafeDowncast(box, to: WeakValue<Service>.self).value
        case .stored(let storage): storage.instance.flatMap { $0 as? Service }
        }
    }

    /// Whether the instance was held weakly and nobody else held it.
    var isGone: Bool {
        if case .weak(let box) = holding { (box as? any WeakHolding)?.isGone ?? false } else { false }
    }

    /// Ends the use of an instance that was dropped: no reader is between its address and a reference any more.
    ///
    /// The instance is released with the last reference to this object, which is the caller's.
    func release() {
        switch holding {
        case .strong, .weak: Reclamation.waitForReaders()
        case .stored(let storage): storage.instance = nil
        }
    }
}
