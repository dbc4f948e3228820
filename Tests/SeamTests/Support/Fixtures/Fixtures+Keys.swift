import Seam
import Testing

extension Fixtures {
    /// The key of a request, as an error of an empty container shows it.
    static func key<Service>(of type: Service.Type, name: ServiceName? = nil) throws -> ServiceKey {
        let error = try #require(throws: ResolutionError.self) { try Container().tryResolve(type, name: name) }
        return try #require(error.path.first)
    }

    /// The key of a request with arguments, as an error of an empty container shows it.
    static func key<Service, each Argument>(
        of type: Service.Type,
        name: ServiceName? = nil,
        arguments: repeat each Argument
    ) throws -> ServiceKey {
        let found: ResolutionError?
        do throws(ResolutionError) {
            _ = try Container().tryResolve(type, name: name, arguments: repeat each arguments)
            found = nil
        } catch {
            found = error
        }
        return try #require(found?.path.first)
    }
}

extension ResolutionError {
    /// The texts of the keys on the path.
    var steps: [String] { path.map(\.description) }
}
