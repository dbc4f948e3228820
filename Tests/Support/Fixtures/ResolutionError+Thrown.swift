package import Seam
import Testing

extension ResolutionError {
    /// The texts of the keys on the path.
    package var steps: [String] { path.map(\.description) }

    /// The error of a request; `nil` if it succeeds.
    package static func thrown(by request: () throws(ResolutionError) -> Void) -> ResolutionError? {
        do throws(ResolutionError) {
            try request()
            return nil
        } catch {
            return error
        }
    }

    /// The error of an async request; `nil` if it succeeds, or throws an error of another type.
    package static func thrownAsync(by request: () async throws -> Void) async -> ResolutionError? {
        do {
            try await request()
            return nil
        } catch {
            return error as? ResolutionError
        }
    }
}

extension Deadline {
    /// The error of a request on a thread of its own; `nil` if it succeeds, or hangs.
    package static func error(
        onThread request: @escaping @Sendable () throws(ResolutionError) -> Void
    ) async -> ResolutionError? {
        await result(onThread: { ResolutionError.thrown(by: request) }) ?? nil
    }

    /// The code of the error of a request in a task of its own; `nil` if it succeeds.
    ///
    /// - Throws: ``Missed``, or an error that no request throws.
    package static func codeInTask(
        _ request: @escaping @Sendable () async throws -> Void
    ) async throws -> ResolutionError.Code? {
        do { try await valueInTask(request) } catch let error as ResolutionError { return error.code }
        return nil
    }
}

/// The text of the error of a request at a fixed place in the source.
package func errorText<Service>(
    _ type: Service.Type,
    name: ServiceName? = nil,
    in container: Container
) throws -> String {
    try #require(throws: ResolutionError.self) {
        try container.tryResolve(type, name: name, fileID: "Shop/Cart.swift", line: 12)
    }
    .description
}
