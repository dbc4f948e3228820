public import Synchronization

/// One entry of a thread's stack of activations: what is being built, and in what context.
///
/// Frames live in blocks that belong to their thread's ``ThreadRecord`` and are reused, so entering one allocates
/// nothing. Only `subject` and `next` are read by other threads, and those are atomic; everything else belongs to the
/// thread that owns the record.
@usableFromInline
struct ActivationFrame: ~Copyable {
    @usableFromInline typealias Pointer = UnsafeMutablePointer<ActivationFrame>

    // The first property is one that only the owner touches: the thread sanitizer takes a change of any property through
    // a pointer for one of the first byte.

    /// The address of the object that the activation works for; whoever entered the frame keeps it alive.
    @usableFromInline var context: UnsafeRawPointer?
    /// The address of the object in use by this activation, or 0.
    ///
    /// While it stands here, ``Reclamation`` keeps it alive.
    @usableFromInline let subject = Atomic<UInt>(0)
    /// The frame below; the bottom frame has none.
    @usableFromInline let previous: Pointer?
    /// The frame above, allocated ahead of its use.
    @usableFromInline let next = Atomic<UInt>(0)
    /// Where the arguments of the activation stand on the stack, if it has any.
    @usableFromInline var arguments: UnsafeRawPointer?
    /// The next lower frame whose subject falls into the same bucket of ``ThreadRecord``.
    @usableFromInline var shadowed: Pointer?
    /// The address of an object that the layers above attach; whoever entered the frame keeps it alive.
    @usableFromInline var attachment: UnsafeRawPointer?

    init(previous: Pointer?) {
        self.previous = previous
    }
}
