@testable import Seam

extension AsyncShortcut {
    /// Ends what the short way has begun, if it is not taken.
    func cancel() {
        switch self {
        case .kept(.call(let build), _, let record):
            build.end(.missed)
            record.leave()
        case .graph(let place, _, let record):
            record.vacatePlace(place)
            record.leave()
        case .now(let shortcut, let record): Lookup(shortcut: shortcut, record: record).cancel()
        case .kept(.ready, _, _), .await: break
        }
    }
}

extension Container {
    /// Whether an async request for a service is answered without the slow path.
    func takesShortWay<Service>(to type: Service.Type) throws -> Bool {
        try takesShortWay(to: type, NoArguments())
    }

    /// Whether an async request for a service with an argument is answered without the slow path.
    func takesShortWay<Service, Argument>(to type: Service.Type, argument: Argument) throws -> Bool {
        try takesShortWay(to: type, ArgumentPack(argument))
    }

    private func takesShortWay<Service>(to type: Service.Type, _ arguments: some ArgumentList) throws -> Bool {
        guard let shortcut = try asyncShortcut(to: type, name: nil, arguments) else { return false }
        shortcut.cancel()
        return true
    }
}
