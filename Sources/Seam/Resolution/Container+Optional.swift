extension Container {
    /// The instance for a key, or `nil` where it is unknown.
    @inlinable
    func optionalInstance<Service, Arguments: ArgumentList>(
        of type: Service.Type,
        name: ServiceName?,
        arguments: Arguments,
        site: StaticCallSite
    ) throws(ResolutionError) -> Service? {
        let signature = arguments.signature(of: type)
        if name == nil, arguments is NoArguments, isMarkedAbsent(signature) { return nil }
        let asked = UnresolvedRequest(container: self, name: name, arguments: arguments, site: site)
        guard isFoundWithoutLock(signature: signature, name: name) else { return try instanceIfKnown(asked) }
        do {
            return try instance(of: type, name: name, arguments: arguments, site: site)
        } catch {
            // Somebody may have taken the registration away since.
            guard Failure.isOfUnknownRequest(error) else { throw error }
            return try instanceIfKnown(asked)
        }
    }
}
