/// Makes a service that needs nothing.
@inline(never)
func serviceByHand() -> any Service {
    LiveService()
}

/// Makes a service with an argument.
@inline(never)
func userByHand(_ userID: Int) -> any Service {
    UserService(userID: userID)
}

/// Makes ten objects in three levels.
@inline(never)
func checkoutByHand() -> Checkout {
    Checkout(
        cart: Cart(catalog: Catalog(), prices: Prices()),
        payment: Payment(gateway: Gateway(), ledger: Ledger()),
        shipping: Shipping(carrier: Carrier(), addresses: Addresses())
    )
}

/// Makes a diamond of four objects.
@inline(never)
func dashboardByHand() -> Dashboard {
    let session = Session()
    return Dashboard(orders: Orders(session: session), stock: Stock(session: session))
}

/// Makes an object and passes three services in.
@inline(never)
func screenByHand() -> PlainScreen {
    PlainScreen(logger: Logger(), storage: Storage(), sender: Sender())
}

/// Makes a chain of that many objects.
@inline(never)
func chainByHand(depth: Int) -> any Linked {
    guard depth > 1 else { return LastLink() }
    return Link<D0, D0, D0>(next: chainByHand(depth: depth - 1))
}
