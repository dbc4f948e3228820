import SeamResolver

// A module in the language mode of Swift 5, as it was written for Resolver.

package protocol Networking {
    var host: String { get }
}

package class HTTPClient: Networking {
    package let host: String
    package init(host: String) { self.host = host }
}

package class Session {
    package var visits = 0
    package init() {}
}

package class Account {
    package let id: Int
    package var session: Session!
    package init(id: Int) { self.id = id }
}

extension Resolver.Name {
    package static let mock = Self("mock")
}

extension ResolverScope {
    package static let session = ResolverScopeCache()
}

extension Resolver {
    /// A resolver whose registrations come before those of `main`.
    package static let mocked = Resolver(child: .main)

    package static func registerOldServices() {
        var clients = 0
        register { () -> Networking in
            clients += 1
            return HTTPClient(host: "shop \(clients)")
        }
        .scope(.application)
        register(name: .mock) { HTTPClient(host: "mock") as Networking }
        register { Session() }.scope(.session)
        register { _, args in Account(id: args()) }
            .resolveProperties { resolver, account in account.session = resolver.optional() }
        mocked.register { HTTPClient(host: "mocked") as Networking }
    }
}

package class OldScreen: Resolving {
    @Injected package var network: Networking
    @Injected(name: .mock) package var mock: Networking
    @LazyInjected package var account: Account
    @WeakLazyInjected package var session: Session?
    @OptionalInjected package var missing: Int?
    package lazy var other: Networking = resolver.resolve(name: "mock")

    package init() { $account.args = 7 }
}
