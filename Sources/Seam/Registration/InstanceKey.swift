/// What an instance of the `container` scope belongs to: the registration, which it keeps alive, and the arguments.
struct InstanceKey: Hashable, Sendable {
    let registration: AnyRegistration
    let arguments: ArgumentsKey

    static func == (left: Self, right: Self) -> Bool {
        left.registration === right.registration && left.arguments == right.arguments
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(registration))
        hasher.combine(arguments)
    }
}
