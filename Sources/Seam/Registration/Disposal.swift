/// One instance that is to be disposed of.
struct Disposal {
    let key: ServiceKey
    let run: () async throws -> Void
}
