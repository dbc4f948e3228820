/// What a decorator of a container belongs to.
struct DecorationKey: Hashable, Sendable {
    let type: ObjectIdentifier
    let name: ServiceName?
}
