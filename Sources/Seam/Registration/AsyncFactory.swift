/// An async factory.
///
/// A structure, because an optional function type with a pack has no fixed calling convention.
struct AsyncFactory<Service, each Argument>: Sendable {
    let call: @Sendable (Resolver, repeat each Argument) async throws -> Service
}
