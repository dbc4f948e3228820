/// The part of a service that belongs to the main actor, and so brings the whole service there.
enum MainActorCause {
    /// A decorator of a container, and the place at which it was added.
    case decorator(StaticCallSite)
    /// A decorator or hook of the registration or declaration, whose place is not known.
    case ownPart

    /// The cause for a service whose factory may run anywhere; `nil` if no part belongs to the main actor.
    ///
    /// - Parameter settings: Those of the registration and of its declaration.
    init?(of settings: [Settings?], containerDecorators: [ContainerDecorator]) {
        if settings.contains(where: { $0?.values.isCompletedOnMainActor == true }) {
            self = .ownPart
        } else if let decorator = containerDecorators.first(where: \.isOnMainActor) {
            self = .decorator(decorator.placed.site)
        } else {
            return nil
        }
    }

    /// A line of an error.
    var note: String {
        switch self {
        case .decorator(let site): "A decorator, added at \(site.callSite), belongs to the main actor."
        case .ownPart: "One of its decorators or hooks belongs to the main actor."
        }
    }
}
