// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// A stand-in for the parts of Apple's C library that Seam uses, with the types that Swift imports there. They differ
// from those on Linux: a thread is a pointer, and the context of a thread is never nil.

public struct _opaque_pthread_t {}
public struct pthread_attr_t { public init() {} }

public typealias pthread_t = UnsafeMutablePointer<_opaque_pthread_t>
public typealias pthread_key_t = UInt

public struct timespec {
    public var tv_sec: Int
    public var tv_nsec: Int

    public init(tv_sec: Int = 0, tv_nsec: Int = 0) { (self.tv_sec, self.tv_nsec) = (tv_sec, tv_nsec) }
}

public var PTHREAD_CREATE_DETACHED: Int32 { 2 }

@discardableResult
public func nanosleep(_ time: UnsafePointer<timespec>!, _ rest: UnsafeMutablePointer<timespec>!) -> Int32 { 0 }

public func getenv(_ name: UnsafePointer<CChar>!) -> UnsafeMutablePointer<CChar>! { nil }

public var _SC_NPROCESSORS_ONLN: Int32 { 58 }

public func sysconf(_ name: Int32) -> Int { 1 }

// Threads

public func pthread_self() -> pthread_t { fatalError("A stand-in has no threads.") }

public func pthread_main_np() -> Int32 { 0 }

public func pthread_get_stackaddr_np(_ thread: pthread_t) -> UnsafeMutableRawPointer {
    fatalError("A stand-in has no threads.")
}

public func pthread_get_stacksize_np(_ thread: pthread_t) -> Int { 0 }

public func pthread_create(
    _ thread: UnsafeMutablePointer<pthread_t?>,
    _ attributes: UnsafePointer<pthread_attr_t>?,
    _ body: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?,
    _ context: UnsafeMutableRawPointer?
) -> Int32 { 0 }

@discardableResult
public func pthread_attr_init(_ attributes: UnsafeMutablePointer<pthread_attr_t>) -> Int32 { 0 }

@discardableResult
public func pthread_attr_setdetachstate(_ attributes: UnsafeMutablePointer<pthread_attr_t>, _ state: Int32) -> Int32 {
    0
}

@discardableResult
public func pthread_attr_setstacksize(_ attributes: UnsafeMutablePointer<pthread_attr_t>, _ size: Int) -> Int32 { 0 }

@discardableResult
public func pthread_attr_destroy(_ attributes: UnsafeMutablePointer<pthread_attr_t>) -> Int32 { 0 }

// Thread-specific data

@discardableResult
public func pthread_key_create(
    _ key: UnsafeMutablePointer<pthread_key_t>,
    _ destructor: (@convention(c) (UnsafeMutableRawPointer) -> Void)?
) -> Int32 { 0 }

public func pthread_getspecific(_ key: pthread_key_t) -> UnsafeMutableRawPointer? { nil }

@discardableResult
public func pthread_setspecific(_ key: pthread_key_t, _ value: UnsafeRawPointer?) -> Int32 { 0 }
