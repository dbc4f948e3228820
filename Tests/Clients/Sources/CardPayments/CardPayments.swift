// The guide "Several targets" shows this file.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Interfaces
import Seam

public struct CardPaymentsModule: Module {
    public init() {}

    public func register(in container: Container) {
        container.register { CardPayments() as any Payments }.scope(.singleton)
        container.register(name: .sandbox) { SandboxPayments() as any Payments }
    }
}

struct CardPayments: Payments {
    func pay(_ amount: Int) throws { print("Paid \(amount) by card.") }
}

struct SandboxPayments: Payments {
    func pay(_ amount: Int) throws {}
}
