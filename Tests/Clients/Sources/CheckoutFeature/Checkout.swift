// The guide "Several targets" shows this file.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Interfaces
import Seam

public struct CheckoutModule: Module {
    public init() {}

    public func register(in container: Container) {
        container.register(autowiring: Checkout.init)
    }
}

public struct Checkout: Sendable {
    private let payments: any Payments
    private let analytics: (any Analytics)?

    init(payments: any Payments, analytics: (any Analytics)?) {
        self.payments = payments
        self.analytics = analytics
    }

    public func finish(_ amount: Int) throws {
        try payments.pay(amount)
        analytics?.note("paid \(amount)")
    }
}
