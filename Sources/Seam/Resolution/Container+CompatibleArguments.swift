extension Container {
    /// The one registration whose parameter types accept the given values, with the values as these types.
    func compatible<Service, Arguments: ArgumentList>(
        _ asked: UnresolvedRequest<Arguments>,
        type: Service.Type
    ) throws(ResolutionError) -> (found: Found, arguments: any ArgumentList)? {
        guard !asked.arguments.types.isEmpty else { return nil }
        var accepting: [(Found, any ArgumentList)] = []
        var container = Optional(self)
        while let current = container, accepting.isEmpty {
            for registration in current.ownRegistrations(of: Service.self)
            where registration.name == asked.name && registration.kind != .contribution {
                guard let converted = registration.accept(asked.arguments.values, of: asked.arguments.types) else {
                    continue
                }
                accepting.append(((registration, current), converted))
            }
            container = current.parent
        }
        guard accepting.count <= 1 else { throw Failure.ambiguous(asked, type: type, accepting.map(\.0)) }
        return accepting.first
    }
}
