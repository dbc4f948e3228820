import Seam

// An object with three services, once injected as properties and once passed in.

protocol Logging: Sendable {}
protocol Storing: Sendable {}
protocol Sending: Sendable {}

final class Logger: Logging {}
final class Storage: Storing {}
final class Sender: Sending {}

/// A screen that finds its services itself.
final class InjectedScreen {
    @Inject var logger: any Logging
    @Inject var storage: any Storing
    @Inject var sender: any Sending
}

/// A screen that receives its services.
final class PlainScreen {
    var logger: any Logging
    var storage: any Storing
    var sender: any Sending

    init(logger: any Logging, storage: any Storing, sender: any Sending) {
        self.logger = logger
        self.storage = storage
        self.sender = sender
    }
}
