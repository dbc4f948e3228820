// The guide "Several targets" shows this file.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Seam

/// Takes money.
public protocol Payments: Sendable {
    func pay(_ amount: Int) throws
}

/// Counts what customers do.
public protocol Analytics: Sendable {
    func note(_ event: String)
}

extension ServiceName {
    public static let sandbox: Self = "sandbox"
}
