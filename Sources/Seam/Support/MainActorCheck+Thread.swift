#if canImport(Darwin)
internal import Darwin

extension MainActorCheck {
    /// Whether the calling thread is the one that the main queue belongs to.
    static var isMainThread: Bool { pthread_main_np() != 0 }
}
#else
extension MainActorCheck {
    /// No thread is: the main queue may run on any.
    static var isMainThread: Bool { false }
}
#endif
