#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#endif

/// The limit of a thread's stack: a request that is nested too deeply fails, and does not crash.
extension ThreadRecord {
    /// The bytes that have to be left for a request to go on.
    static var reserve: UInt { 64 * 1024 }

    /// Whether the stack has room for another request.
    ///
    /// The address of the local variable is taken without stack protection, since nothing is written there.
    @inline(__always)
    var hasStackLeft: Bool {
        var marker: UInt8 = 0
        let position = unsafe _withUnprotectedUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) }
        return position > stackLimit || measuresStack(at: position)
    }

    /// Whether the stack has room for a shortcut, and no request has to look for its container.
    @inline(__always)
    var mayTakeShortcut: Bool {
        var marker: UInt8 = 0
        let position = unsafe _withUnprotectedUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) }
        return position > shortcutLimit || measuresShortcut(at: position)
    }

    @inline(never)
    func measuresShortcut(at position: UInt) -> Bool {
        guard redirection == nil else { return false }
        let isLeft = position > stackLimit || measuresStack(at: position)
        shortcutLimit = stackLimit
        return isLeft
    }

    /// Measures the thread's stack, and compares the position with its limit.
    ///
    /// Code on a stack that the system does not know, as that of a sanitizer or a fiber, has no limit.
    @inline(never)
    func measuresStack(at position: UInt) -> Bool {
        guard let stack = currentStack, stack.contains(position) else { return true }
        stackLimit = stack.lowerBound + Self.reserve
        return position > stackLimit
    }
}

#if canImport(Darwin)
/// The addresses of the calling thread's stack.
private var currentStack: Range<UInt>? {
    let thread = unsafe pthread_self()
    let top = unsafe UInt(bitPattern: pthread_get_stackaddr_np(thread))
    return unsafe top - UInt(pthread_get_stacksize_np(thread))..<top
}
#else
/// The addresses of the calling thread's stack; `nil` if the system does not know them.
private var currentStack: Range<UInt>? {
    var attributes = pthread_attr_t()
    guard let getAttributes = unsafe getAttributes, unsafe getAttributes(pthread_self(), &attributes) == 0 else {
        return nil
    }
    defer { unsafe pthread_attr_destroy(&attributes) }
    var bottom: UnsafeMutableRawPointer?
    var size = 0
    guard unsafe pthread_attr_getstack(&attributes, &bottom, &size) == 0 else { return nil }
    let lowest = UInt(bitPattern: bottom)
    return lowest..<lowest + UInt(size)
}

private typealias GetAttributes = @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> Int32

/// The function `pthread_getattr_np`, which the headers declare only for GNU extensions.
///
/// The type is that of its documentation; the system gives `nil` if there is no such function.
private let getAttributes: GetAttributes? =
    unsafe dlsym(nil, "pthread_getattr_np").map { unsafe unsafeBitCast($0, to: GetAttributes.self) }
#endif
