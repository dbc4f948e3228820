/// Services that are kept without a container.
enum KeptByHand {
    static let singleton: any Service = LiveService()
}

/// The services of one request, each made when it is first needed.
private final class RequestByHand {
    lazy var logger: any Logging = Logger()
    lazy var storage: any Storing = Storage()
    lazy var sender: any Sending = Sender()
}

/// Makes the services of a request, and finds each of them twice.
@inline(never)
func useRequestByHand() {
    let request = RequestByHand()
    useServices(of: request)
    useServices(of: request)
}

@inline(never)
private func useServices(of request: RequestByHand) {
    consume(request.logger)
    consume(request.storage)
    consume(request.sender)
}

/// Reads a `static let` of an existential.
@inline(never)
func singletonByHand() -> any Service {
    KeptByHand.singleton
}
