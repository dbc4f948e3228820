/// The times of three clients, taken one after the other.
struct CompileRound: Equatable, Sendable {
    /// Of the client that only declares its services.
    let empty: Duration
    /// Of the client written by hand.
    let floor: Duration
    /// Of the client that uses Seam.
    let seam: Duration
}
