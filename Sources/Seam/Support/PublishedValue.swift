/// A value at a fixed address, which lock-free readers copy while somebody holds this object.
final class PublishedValue<Value>: @unchecked Sendable {
    // Unchecked because of the pointer: what it points to is written before the object is shared and never again.
    private let address: UnsafeMutablePointer<Value>

    init(_ value: Value) {
        address = .allocate(capacity: 1)
        address.initialize(to: value)
    }

    var value: Value { address.pointee }

    /// What lock-free readers find the value by.
    var word: UInt { UInt(bitPattern: address) }

    deinit {
        address.deinitialize(count: 1).deallocate()
    }
}
