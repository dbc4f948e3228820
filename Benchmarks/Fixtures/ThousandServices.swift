import Seam

/// A thousand services, each registered by code of its own.
///
/// Like the links of a ``Chain`` they are written out as combinations of digits, so that the compiler knows the type
/// of each of them as it does in a program.
struct ThousandServices {
    private(set) var entries: [ServiceEntry] = []

    init() {
        appendHundred(D0.self)
        appendHundred(D1.self)
        appendHundred(D2.self)
        appendHundred(D3.self)
        appendHundred(D4.self)
        appendHundred(D5.self)
        appendHundred(D6.self)
        appendHundred(D7.self)
        appendHundred(D8.self)
        appendHundred(D9.self)
    }
}

extension ThousandServices {
    private mutating func appendHundred<H: Digit>(_: H.Type) {
        appendTen(H.self, D0.self)
        appendTen(H.self, D1.self)
        appendTen(H.self, D2.self)
        appendTen(H.self, D3.self)
        appendTen(H.self, D4.self)
        appendTen(H.self, D5.self)
        appendTen(H.self, D6.self)
        appendTen(H.self, D7.self)
        appendTen(H.self, D8.self)
        appendTen(H.self, D9.self)
    }

    private mutating func appendTen<H: Digit, T: Digit>(_: H.Type, _: T.Type) {
        append(NumberedService<D0, H, T, D0>.self)
        append(NumberedService<D0, H, T, D1>.self)
        append(NumberedService<D0, H, T, D2>.self)
        append(NumberedService<D0, H, T, D3>.self)
        append(NumberedService<D0, H, T, D4>.self)
        append(NumberedService<D0, H, T, D5>.self)
        append(NumberedService<D0, H, T, D6>.self)
        append(NumberedService<D0, H, T, D7>.self)
        append(NumberedService<D0, H, T, D8>.self)
        append(NumberedService<D0, H, T, D9>.self)
    }

    private mutating func append<Service: Numbered>(_ service: Service.Type) {
        entries.append(
            ServiceEntry(
                service: service,
                register: { container in container.register(Service.self) { Service() } },
                registerSingleton: { container in container.register(Service.self) { Service() }.scope(.singleton) },
                insert: { table in table[ObjectIdentifier(Service.self)] = { Service() } }
            )
        )
    }
}
