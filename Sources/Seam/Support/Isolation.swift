internal import Dispatch

#if canImport(Darwin)
internal import Darwin
#endif

/// Recognises the main actor by its executor, the main queue: on Linux that may run on any thread.
enum MainActorCheck {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Whether the calling code runs on the main actor.
    static var isOnMainActor: Bool {
        DispatchQueue.getSpecific(key: key) == true || isMainThread
    }

    /// Calls `body` on the main actor, where the caller is already, as ``isOnMainActor`` has said.
    static func run<Result>(_ body: @MainActor () throws -> Result) rethrows -> Result {
        // A service crosses no isolation here: caller and body run on the same actor, one after the other. The actor is
        // part of a function's type, and not of its representation, so the cast changes nothing but the type.
        try withoutActuallyEscaping(body) { body in
            let unisolated = unsafe unsafeBitCast(body, to: (() throws -> Result).self)
            return try unisolated()
        }
    }
}

#if canImport(Darwin)
extension MainActorCheck {
    /// Whether the calling thread is the one that the main queue belongs to.
    private static var isMainThread: Bool { pthread_main_np() != 0 }
}
#else
extension MainActorCheck {
    /// No thread is: the main queue may run on any.
    private static var isMainThread: Bool { false }
}
#endif

// MARK: - Crossing isolation

/// Carries a value to another isolation, for a hand-over whose safety the compiler cannot see.
struct Transferred<Value>: @unchecked Sendable {
    // Unchecked by purpose; each use says why the value has one user at a time, or is shared by the user's choice.
    let value: Value
}
