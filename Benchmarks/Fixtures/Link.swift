import Seam

/// One object of a chain, which holds the object after it.
protocol Linked: AnyObject, Sendable {
    init(next: any Linked)
}

/// The end of every chain.
final class LastLink: Linked {
    init() {}
    init(next: any Linked) {}
}

/// A link numbered by three digits.
final class Link<Hundreds: Digit, Tens: Digit, Units: Digit>: Linked {
    let next: any Linked

    init(next: any Linked) {
        self.next = next
    }
}
