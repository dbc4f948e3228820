/// Carries a value to another isolation, for a hand-over whose safety the compiler cannot see.
struct Transferred<Value>: @unchecked Sendable {
    // Unchecked by purpose; each use says why the value has one user at a time, or is shared by the user's choice.
    let value: Value
}
