/// A request for a registration that was found before, and whose types the caller does not know: that of a warm-up, a
/// validation, a shutdown, or an alias of a contribution.
struct ErasedRequest: Sendable {
    let found: Container.Found
    /// The container that is asked; its requests may be redirected to another one.
    let asked: Container
    var arguments: ValueBox?
    let site: StaticCallSite
    var declared: DeclaredParts?

    /// Builds the instance on the calling thread, or finds it.
    func build() throws(ResolutionError) {
        func build<Service>(_ type: Service.Type) throws(ResolutionError) {
            func build<List: ArgumentList>(_: List.Type) throws(ResolutionError) {
                let list = List(at: arguments.map { ArgumentAddress($0) })
                let _: Service = try activation().instance(list)
            }
            let list: any ArgumentList.Type = found.entry.arguments
            try build(list)
        }
        let type: any Any.Type = found.entry.type
        try build(type)
    }

    /// The instance, whether it has to be awaited or not.
    func instance() async throws -> ValueBox {
        try await Resolution.withinOneRequest { try await instance(in: $0) }
    }

    /// The instance, whether it has to be awaited or not, for an outermost request.
    func instance(in resolution: Resolution) async throws -> ValueBox {
        try await activation().instance(arguments, in: resolution)
    }

    private func activation() throws(ResolutionError) -> Activation {
        try Activation(
            of: found,
            asked: ThreadLocal.record.destination(of: asked),
            arguments: arguments.map { ArgumentAddress($0) },
            site: site,
            declared: declared
        )
    }
}
