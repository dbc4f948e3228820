import OldServices
import SeamResolver

// An app whose types are isolated to the main actor, and which uses the names of Resolver.

final class Model {
    let network: Networking
    let session: Session

    init(network: Networking, session: Session) {
        self.network = network
        self.session = session
    }
}

final class Screen {
    @Injected var model: Model
    @LazyInjected var account: Account
    @WeakLazyInjected var session: Session?

    init() { $account.args = 8 }
}

extension Resolver: @retroactive ResolverRegistering {
    /// Registers the services of both modules.
    public static func registerAllServices() {
        registerOldServices()
        register { Model(network: resolve(), session: resolve()) }
        register { Screen() }
    }
}

@main
struct ResolverApp {
    static func main() async {
        await requestElsewhereFindsNothing()
        let screen: Screen = Resolver.resolve()
        expect(screen.model.network.host == "shop 1" && screen.account.id == 8)
        expect(screen.session === screen.model.session && screen.account.session === screen.session)

        let old = OldScreen()
        expect(old.network.host == "shop 1" && old.mock.host == "mock" && old.other.host == "mock")
        expect(old.account.id == 7 && old.session === screen.session && old.missing == nil)

        ResolverScope.session.reset()
        expect(Resolver.resolve(Session.self) !== old.session)

        Resolver.root = .mocked
        expect(Resolver.resolve(Model.self).network.host == "mocked")
        Resolver.reset()
        expect(Resolver.resolve(Networking.self).host == "shop 1")
        print("Resolver's names have worked on the main actor.")
    }

    /// The registrations belong to the main actor, so that the first request there makes them.
    @concurrent
    private static func requestElsewhereFindsNothing() async {
        expect(Resolver.optional(Networking.self) == nil)
    }

    nonisolated static func expect(_ condition: Bool, line: Int = #line) {
        guard !condition else { return }
        fatalError("The expectation in line \(line) is not met.")
    }
}
