extension Resolving {
    /// The service, whether its factory is synchronous, async or bound to the main actor.
    ///
    /// For a kept service one build is under way at a time, and shared by all who wait for it; a failure reaches all
    /// of them and is not kept. A waiter that is cancelled leaves the build and the others alone.
    ///
    /// - Throws: ``ResolutionError`` with the whole path; `CancellationError` where the waiting task was cancelled.
    public func resolveAsync<Service>(
        _ type: Service.Type = Service.self,
        name: ServiceName? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Service {
        try await container.instanceAsync(of: type, name: name, site: StaticCallSite(fileID: fileID, line: line))
    }

    /// The service built with the given arguments, whether its factory is synchronous, async or bound to the main actor.
    ///
    /// - Throws: As without arguments; and `argumentMismatch` where no registration takes these.
    public func resolveAsync<Service, each Argument>(
        _ type: Service.Type = Service.self,
        name: ServiceName? = nil,
        arguments: repeat each Argument,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Service {
        try await container.instanceAsync(
            of: type,
            name: name,
            arguments: ArgumentPack(repeat each arguments),
            site: StaticCallSite(fileID: fileID, line: line)
        )
    }
}
