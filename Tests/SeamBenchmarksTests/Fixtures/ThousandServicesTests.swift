import Seam
import Testing

@testable import SeamBenchmarks

struct ThousandServicesTests {
    private let entries = ThousandServices().entries

    @Test func everyEntryHasATypeOfItsOwn() {
        #expect(Set(entries.map { ObjectIdentifier($0.service) }).count == 1000)
    }

    @Test func tableHoldsAThousandFactories() {
        #expect(tableByHand(of: entries).count == 1000)
    }

    @Test func containerHoldsEveryService() {
        let container = registeredContainer(of: entries)
        #expect(container.isRegistered(NumberedService<D0, D0, D0, D0>.self))
        #expect(container.isRegistered(NumberedService<D0, D9, D9, D9>.self))
    }
}
