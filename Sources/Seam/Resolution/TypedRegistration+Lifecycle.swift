/// What a container asks of its registrations at the beginning and the end of its life.
extension AnyRegistration {
    /// Whether `warmUp` builds it: a singleton of its own that takes no arguments.
    final var isWarmable: Bool {
        if case .alias = kind { return false }
        return scope == .singleton && key.arguments.isEmpty
    }
}

extension Request where Arguments == NoArguments {
    /// Builds the instance, whatever its kind.
    func warmUp() async throws {
        switch registration.kind {
        case .async:
            _ = try await fulfilAsync()
        case .mainActor where !MainActorCheck.isOnMainActor:
            // Used by the main actor alone until it answers.
            let request = Transferred(value: self)
            try await MainActor.run { _ = try request.value.fulfil() }
        default:
            _ = try fulfil()
        }
    }
}
