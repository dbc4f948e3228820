// Ten classes in three levels, each with its dependencies as arguments: one checkout, three departments, six at the
// bottom.

final class Checkout: Sendable {
    let cart: Cart
    let payment: Payment
    let shipping: Shipping

    init(cart: Cart, payment: Payment, shipping: Shipping) {
        self.cart = cart
        self.payment = payment
        self.shipping = shipping
    }
}

final class Cart: Sendable {
    let catalog: Catalog
    let prices: Prices

    init(catalog: Catalog, prices: Prices) {
        self.catalog = catalog
        self.prices = prices
    }
}

final class Payment: Sendable {
    let gateway: Gateway
    let ledger: Ledger

    init(gateway: Gateway, ledger: Ledger) {
        self.gateway = gateway
        self.ledger = ledger
    }
}

final class Shipping: Sendable {
    let carrier: Carrier
    let addresses: Addresses

    init(carrier: Carrier, addresses: Addresses) {
        self.carrier = carrier
        self.addresses = addresses
    }
}

final class Catalog: Sendable {}
final class Prices: Sendable {}
final class Gateway: Sendable {}
final class Ledger: Sendable {}
final class Carrier: Sendable {}
final class Addresses: Sendable {}
