/// How far the registrations that the app declares for the first use of the main container have come.
enum FirstUse: Sendable {
    case pending
    /// One thread registers; the others wait for it.
    case running(by: UInt, waiting: [ThreadSignal<Void>])
    case settled
}
