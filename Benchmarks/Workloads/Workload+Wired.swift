import Seam

extension Workload {
    /// Services that need others.
    static var wired: [Workload] { [tenObjects, diamond, injected, deepChain] }

    static let tenObjects = Workload(
        "10 unique objects, 3 levels",
        floor: "the same graph by hand",
        .atMost(goal: 1.4, gate: 2.2)
    ) {
        let container = Container.filled(registerShop)
        return Pair { count in
            for _ in 0..<count { consume(checkoutByHand()) }
        } seam: { count in
            for _ in 0..<count { consume(resolveCheckout(from: container)) }
        }
    }

    static let diamond = Workload(
        "diamond sharing one graph object",
        floor: "the same by hand",
        .atMost(goal: 1.6, gate: 3)
    ) {
        let container = Container.filled(registerDashboard)
        return Pair { count in
            for _ in 0..<count { consume(dashboardByHand()) }
        } seam: { count in
            for _ in 0..<count { consume(resolveDashboard(from: container)) }
        }
    }

    static let injected = Workload(
        "object with three @Inject properties",
        floor: "the same, passed in",
        .atMost(goal: 1.4, gate: 2.2)
    ) {
        // The wrappers ask the process-wide container, as those of a program do.
        Container.fillMain()
        return Pair { count in
            for _ in 0..<count { consume(screenByHand()) }
        } seam: { count in
            for _ in 0..<count { consume(injectedScreen()) }
        }
    }

    static let deepChain = Workload(
        "50 deep chain, per object",
        floor: "the same by hand, one call a level",
        .atMost(goal: 1.8, gate: 3)
    ) {
        chainPair(Chain(), depth: 50)
    }

    /// A chain of that many objects, resolved and made by hand.
    static func chainPair(_ chain: Chain, depth: Int) -> Pair {
        let request = chain.request(depth: depth)
        let container = chain.container
        return Pair(operations: depth) { count in
            for _ in 0..<count { consume(chainByHand(depth: depth)) }
        } seam: { count in
            for _ in 0..<count { consume(request(container)) }
        }
    }
}

private func registerShop(in container: Container) {
    container.register { r in Checkout(cart: r.resolve(), payment: r.resolve(), shipping: r.resolve()) }
    container.register { r in Cart(catalog: r.resolve(), prices: r.resolve()) }
    container.register { r in Payment(gateway: r.resolve(), ledger: r.resolve()) }
    container.register { r in Shipping(carrier: r.resolve(), addresses: r.resolve()) }
    container.register { Catalog() }
    container.register { Prices() }
    container.register { Gateway() }
    container.register { Ledger() }
    container.register { Carrier() }
    container.register { Addresses() }
}

private func registerDashboard(in container: Container) {
    container.register { r in Dashboard(orders: r.resolve(), stock: r.resolve()) }
    container.register { r in Orders(session: r.resolve()) }
    container.register { r in Stock(session: r.resolve()) }
    container.register { Session() }.scope(.graph)
}

/// Registers what a screen needs.
func registerScreen(in container: Container) {
    container.register((any Logging).self) { Logger() }
    container.register((any Storing).self) { Storage() }
    container.register((any Sending).self) { Sender() }
}

@inline(never)
private func resolveCheckout(from container: Container) -> Checkout {
    container.resolve()
}

@inline(never)
private func resolveDashboard(from container: Container) -> Dashboard {
    container.resolve()
}

@inline(never)
private func injectedScreen() -> InjectedScreen {
    InjectedScreen()
}
