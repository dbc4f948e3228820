/// Services that are kept without a container.
enum KeptByHand {
    static let singleton: any Service = LiveService()
}

/// Reads a `static let` of an existential.
@inline(never)
func singletonByHand() -> any Service {
    KeptByHand.singleton
}
