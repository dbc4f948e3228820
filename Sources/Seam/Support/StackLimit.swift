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

    /// An address on the stack, near its present end.
    ///
    /// The address of the local variable is taken without stack protection, since nothing is written there.
    @inline(__always)
    private var position: UInt {
        var marker: UInt8 = 0
        return unsafe _withUnprotectedUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) }
    }

    /// Whether the stack has room for another request.
    @inline(__always)
    var hasStackLeft: Bool {
        let position = position
        return position > stackLimit || hasRoom(at: position)
    }

    /// Whether a request may take a shortcut: the stack has room, and no redirection is in force.
    @inline(__always)
    var mayTakeShortcut: Bool {
        let position = position
        return position > shortcutLimit || hasRoomForShortcut(at: position)
    }

    @inline(never)
    func hasRoomForShortcut(at position: UInt) -> Bool {
        guard redirection == nil else { return false }
        let isLeft = position > stackLimit || hasRoom(at: position)
        shortcutLimit = stackLimit
        return isLeft
    }

    /// Measures the thread's stack, and compares the position with its limit.
    ///
    /// Code on a stack that the system does not know, such as that of a sanitizer or a fiber, has no limit.
    @inline(never)
    func hasRoom(at position: UInt) -> Bool {
        guard let stack = Self.stack(around: position) else { return true }
        stackLimit = stack.lowerBound + Self.reserve
        return position > stackLimit
    }
}

#if canImport(Darwin)
extension ThreadRecord {
    /// The addresses of the calling thread's stack, if the position is on it.
    private static func stack(around position: UInt) -> Range<UInt>? {
        let thread = unsafe pthread_self()
        let top = unsafe UInt(bitPattern: pthread_get_stackaddr_np(thread))
        let stack = unsafe top - UInt(pthread_get_stacksize_np(thread))..<top
        return stack.contains(position) ? stack : nil
    }
}
#else
extension ThreadRecord {
    /// The addresses of the calling thread's stack, if the system knows it and the position is on it.
    private static func stack(around position: UInt) -> Range<UInt>? {
        if let stack = mainStack, stack.contains(position) { return stack }
        guard let stack = measuredStack, stack.contains(position) else { return nil }
        return stack
    }

    /// The addresses of the calling thread's stack, as the thread library knows them.
    static var measuredStack: Range<UInt>? {
        var attributes = pthread_attr_t()
        guard let getAttributes = unsafe SystemFunctions.getAttributes,
            unsafe getAttributes(pthread_self(), &attributes) == 0
        else { return nil }
        defer { unsafe pthread_attr_destroy(&attributes) }
        var bottom: UnsafeMutableRawPointer?
        var size = 0
        guard unsafe pthread_attr_getstack(&attributes, &bottom, &size) == 0 else { return nil }
        let lowest = UInt(bitPattern: bottom)
        return lowest..<lowest + UInt(size)
    }
}

#if canImport(Glibc)
extension ThreadRecord {
    /// The addresses of the main thread's stack, if they follow from its limit.
    ///
    /// To find them, the thread library would read the list of all mappings of the process, which takes a fifth of a
    /// launch. Linux puts the path of the program at the end of this stack, and keeps at least 128 MiB free for the
    /// stack: one with a lower limit does not meet other mappings.
    static var mainStack: Range<UInt>? {
        let pathOfProgram: UInt = 31  // `AT_EXECFN`, which the headers do not show to Swift.
        var limit = rlimit()
        guard let value = SystemFunctions.getAuxiliaryValue,
            unsafe getrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limit) == 0, limit.rlim_cur <= 64 << 20
        else { return nil }
        let top = value(pathOfProgram)
        return top > limit.rlim_cur ? top - UInt(limit.rlim_cur)..<top : nil
    }
}
#else
extension ThreadRecord {
    /// The addresses of the main thread's stack, which only the thread library knows.
    static var mainStack: Range<UInt>? { nil }
}
#endif

/// Functions of the system that its headers do not declare for Swift; `nil` where there is no such function.
///
/// The types are those of their documentation.
private enum SystemFunctions {
    typealias GetAttributes = @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> Int32

    static let getAttributes: GetAttributes? =
        unsafe dlsym(nil, "pthread_getattr_np").map { unsafe unsafeBitCast($0, to: GetAttributes.self) }

    static let getAuxiliaryValue: (@convention(c) (UInt) -> UInt)? =
        unsafe dlsym(nil, "getauxval").map { unsafe unsafeBitCast($0, to: (@convention(c) (UInt) -> UInt).self) }
}
#endif
