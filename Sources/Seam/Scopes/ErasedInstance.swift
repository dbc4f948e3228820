/// A built instance without its type, which those who ask for it know.
struct ErasedInstance: Sendable {
    // A `PublishedValue` of the service's type.
    private let box: any AnyObject & Sendable
    /// What lock-free readers find the instance by, as long as somebody holds this.
    let word: UInt

    init<Service>(_ instance: Service) {
        let box = PublishedValue(instance)
        self.box = box
        word = box.word
    }

    /// The instance as a value of its service's type.
    ///
    /// It is handed on by a construction and kept in a slot, and both belong to one registration: whoever gets at it
    /// has asked for that registration, so the cast cannot fail. The type is not inferred, lest `Service?` be taken.
    func value<Service>(as type: Service.Type) -> Service {
        unsafeDowncast(box, to: PublishedValue<Service>.self).value
    }
}
