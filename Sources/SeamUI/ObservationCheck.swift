/// The check that a wrapper can see the changes of its object.
enum ObservationCheck {
    /// A property wrapper, by the protocol of its objects.
    enum Wrapper {
        case object
        case observable
    }

    /// The object as one that can be observed; `nil` for an `Optional` that is empty.
    ///
    /// - Precondition: The object conforms to the protocol. If it does not, the program stops and says so.
    static func observable<Service, Observed>(
        in service: Service,
        as _: Observed.Type,
        by wrapper: Wrapper
    ) -> Observed? {
        if let object = service as? Observed { return object }
        if let optional = service as? any OptionalService, optional.isEmpty { return nil }
        fatalError(complaint(about: service, by: wrapper))
    }

    private static func complaint(about service: Any, by wrapper: Wrapper) -> String {
        let type = String(describing: type(of: service))
        return switch wrapper {
        case .object:
            """
            '\(type)' is not an ObservableObject, so @InjectObject cannot redraw its view.
              To fix it, conform the class to ObservableObject; for a class marked @Observable, use @InjectObservable.
            """
        case .observable:
            """
            '\(type)' is not Observable, so @InjectObservable cannot redraw its view.
              To fix it, mark the class @Observable; for a class that is an ObservableObject, use @InjectObject.
            """
        }
    }
}

/// An `Optional` of any type.
private protocol OptionalService {
    var isEmpty: Bool { get }
}

extension Optional: OptionalService {
    fileprivate var isEmpty: Bool { self == nil }
}
