// The guide "Several targets" shows this file.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CardPayments
import CheckoutFeature
import Interfaces
import Seam

nonisolated extension Container: @retroactive AutoRegistering {
    public static func registerServices(in container: Container) {
        container.install(CardPaymentsModule(), CheckoutModule())
    }
}

@main
struct ShopApp {
    @Inject var checkout: Checkout

    static func main() throws {
        try ShopApp().checkout.finish(3)
    }
}
