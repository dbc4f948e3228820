// A diamond: a dashboard shows orders and stock, and both ask over the same session.

final class Dashboard: Sendable {
    let orders: Orders
    let stock: Stock

    init(orders: Orders, stock: Stock) {
        self.orders = orders
        self.stock = stock
    }
}

final class Orders: Sendable {
    let session: Session

    init(session: Session) {
        self.session = session
    }
}

final class Stock: Sendable {
    let session: Session

    init(session: Session) {
        self.session = session
    }
}

final class Session: Sendable {}
