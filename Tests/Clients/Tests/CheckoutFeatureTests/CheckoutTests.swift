// The guide "Several targets" shows this file.

import CheckoutFeature
import Interfaces
import Seam
import SeamTesting
import Synchronization
import Testing

@Suite(
    .container(copying: Container()) { container in
        container.install(CheckoutModule())
        container.register { PaymentsRecord() }.scope(.singleton).implements((any Payments).self)
    }
)
struct CheckoutTests {
    @Test func amountIsPaidOnce() throws {
        let checkout: Checkout = resolve()
        try checkout.finish(3)
        #expect(resolve(PaymentsRecord.self).amounts.withLock { $0 } == [3])
    }
}

final class PaymentsRecord: Payments {
    let amounts = Mutex<[Int]>([])

    func pay(_ amount: Int) { amounts.withLock { $0.append(amount) } }
}
