import Seam

/// A container with a chain of services, each of a type of its own and each needing the one before it.
///
/// The types are written out as combinations of digits and not made at run time, so that the compiler specialises
/// every registration and every request, as it does in a program.
struct Chain {
    let container: Container
    private let scope: Scope
    /// Asks for the link at a place of the chain; what it returns is one object longer than the index.
    private(set) var requests: [@Sendable (Container) -> any Linked] = [{ $0.resolve(LastLink.self) }]

    /// A chain of five hundred and one objects.
    init(scope: Scope = .unique) {
        self.scope = scope
        container = .filled { container in
            container.register(LastLink.self) { LastLink() }.scope(scope)
        }
        appendHundred(D0.self, after: LastLink.self)
        appendHundred(D1.self, after: Link<D0, D9, D9>.self)
        appendHundred(D2.self, after: Link<D1, D9, D9>.self)
        appendHundred(D3.self, after: Link<D2, D9, D9>.self)
        appendHundred(D4.self, after: Link<D3, D9, D9>.self)
    }

    /// Asks for a chain of that many objects.
    func request(depth: Int) -> @Sendable (Container) -> any Linked {
        requests[depth - 1]
    }
}

extension Chain {
    private mutating func appendHundred<H: Digit, Before: Linked>(_: H.Type, after before: Before.Type) {
        appendTen(H.self, D0.self, after: before)
        appendTen(H.self, D1.self, after: Link<H, D0, D9>.self)
        appendTen(H.self, D2.self, after: Link<H, D1, D9>.self)
        appendTen(H.self, D3.self, after: Link<H, D2, D9>.self)
        appendTen(H.self, D4.self, after: Link<H, D3, D9>.self)
        appendTen(H.self, D5.self, after: Link<H, D4, D9>.self)
        appendTen(H.self, D6.self, after: Link<H, D5, D9>.self)
        appendTen(H.self, D7.self, after: Link<H, D6, D9>.self)
        appendTen(H.self, D8.self, after: Link<H, D7, D9>.self)
        appendTen(H.self, D9.self, after: Link<H, D8, D9>.self)
    }

    private mutating func appendTen<H: Digit, T: Digit, Before: Linked>(
        _: H.Type,
        _: T.Type,
        after before: Before.Type
    ) {
        append(Link<H, T, D0>.self, after: before)
        append(Link<H, T, D1>.self, after: Link<H, T, D0>.self)
        append(Link<H, T, D2>.self, after: Link<H, T, D1>.self)
        append(Link<H, T, D3>.self, after: Link<H, T, D2>.self)
        append(Link<H, T, D4>.self, after: Link<H, T, D3>.self)
        append(Link<H, T, D5>.self, after: Link<H, T, D4>.self)
        append(Link<H, T, D6>.self, after: Link<H, T, D5>.self)
        append(Link<H, T, D7>.self, after: Link<H, T, D6>.self)
        append(Link<H, T, D8>.self, after: Link<H, T, D7>.self)
        append(Link<H, T, D9>.self, after: Link<H, T, D8>.self)
    }

    private mutating func append<Added: Linked, Before: Linked>(_: Added.Type, after _: Before.Type) {
        container.register(Added.self) { resolver in Added(next: resolver.resolve(Before.self)) }.scope(scope)
        requests.append { $0.resolve(Added.self) }
    }
}

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
