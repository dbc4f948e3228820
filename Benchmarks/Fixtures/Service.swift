/// The protocol of most measured services.
protocol Service: Sendable {}

/// A service that needs nothing.
final class LiveService: Service {}

/// A service that is made with an argument.
final class UserService: Service {
    let userID: Int

    init(userID: Int) {
        self.userID = userID
    }
}

/// A service that is never registered.
///
/// A class, because to return `nil` for an existential takes longer than to look for it.
final class AbsentService: Service {}
