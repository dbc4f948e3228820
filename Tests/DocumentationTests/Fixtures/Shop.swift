import Seam

// The small shop that the README and the guides talk about: what their blocks mention without declaring it.

/// Fetches things.
protocol Networking: Sendable {
    func text(at path: String) async throws -> String
}

struct HTTPClient: Networking {
    var host = "shop.example"

    func text(at path: String) async throws -> String { "https://\(host)/\(path)" }
}

struct MockNetworking: Networking {
    var answer = ""

    func text(at path: String) async throws -> String { answer }
}

/// Takes money.
protocol Payments: Sendable {
    func pay(_ amount: Int) throws
}

struct CardPayments: Payments {
    let network: any Networking

    func pay(_ amount: Int) throws {}
}

struct SandboxPayments: Payments {
    func pay(_ amount: Int) throws {}
}

struct LoggedPayments: Payments {
    let payments: any Payments
    let log: any Log

    func pay(_ amount: Int) throws {}
}

/// Writes lines.
protocol Log: Sendable {
    func write(_ line: String)
}

struct ConsoleLog: Log {
    func write(_ line: String) {}
}

struct FileLog: Log {
    init(path: String) throws {}

    func write(_ line: String) {}
}

final class Cart: Sendable {
    let count = 0

    init() {}
}

struct Checkout {
    let cart: Cart
    let payments: any Payments

    func finish() throws {}
}

/// Checks an order.
protocol OrderRule: Sendable {
    func accepts(_ order: Order) -> Bool
}

struct Order: Sendable, Equatable, Identifiable {
    let id: Int
}

struct StockRule: OrderRule {
    func accepts(_ order: Order) -> Bool { true }
}

struct AddressRule: OrderRule {
    func accepts(_ order: Order) -> Bool { true }
}

final class UserModel: Sendable {
    let id: Int
    let network: any Networking

    init(id: Int, network: any Networking) {
        self.id = id
        self.network = network
    }
}

final class ImageCache: Sendable {
    init() {}

    func warm() {}
}

/// A connection that takes time to open and to close.
final class Database: Sendable {
    init() {}

    static func open(at path: String) async throws -> Database { Database() }

    func migrate() throws {}

    func close() async throws {}
}

final class Session: Sendable {
    init() {}
}

extension ServiceName {
    static let sandbox: Self = "sandbox"
    static let mock: Self = "mock"
}

extension Scope {
    static let session = Scope.cached("session")
}

let container = Container()
let order = Order(id: 1)
