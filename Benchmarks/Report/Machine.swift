import Foundation

/// The machine of the measurements.
struct Machine: Equatable, Sendable, Codable {
    let system: String
    let processors: Int

    static var current: Machine {
        Machine(
            system: ProcessInfo.processInfo.operatingSystemVersionString,
            processors: ProcessInfo.processInfo.activeProcessorCount
        )
    }
}

extension Machine: CustomStringConvertible {
    var description: String {
        "\(system), \(processors) processor\(processors == 1 ? "" : "s")"
    }
}
