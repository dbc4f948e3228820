/// A value that Resolver's interface lets threads share although its type does not say that they may.
///
/// Services and factories are not `Sendable` there. A comment at each use says which code uses the value.
struct Unchecked<Value>: @unchecked Sendable {
    let value: Value
}
