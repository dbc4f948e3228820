import TestKit
import Testing

@testable import Seam

@Suite
struct DroppedInstancesTests {
    private static func element(_ value: Int) -> DroppedInstances.Element {
        DroppedInstances.Element(slot: InstanceSlot(), instance: CachedInstance(keeping: value))
    }

    @Test(arguments: [0, 1, 2, 5]) func instancesAreInTheOrderOfTheirDrops(count: Int) {
        let elements = (0..<count).map(Self.element)
        var dropped = DroppedInstances()
        for element in elements { dropped.append(element) }
        #expect(dropped.isEmpty == (count == 0))
        #expect(dropped.all.map { ObjectIdentifier($0.slot) } == elements.map { ObjectIdentifier($0.slot) })
    }

    @Test(arguments: [0, 1, 3], [0, 1, 3]) func instancesOfOthersComeLast(count: Int, more: Int) {
        let (elements, others) = ((0..<count).map(Self.element), (0..<more).map(Self.element))
        var dropped = DroppedInstances(elements)
        dropped.append(DroppedInstances(others))
        #expect(dropped.all.map { ObjectIdentifier($0.slot) } == (elements + others).map { ObjectIdentifier($0.slot) })
    }

    @Test(arguments: [1, 3]) func everyInstanceIsMarkedAsThatOfAnAlias(count: Int) {
        var dropped = DroppedInstances((0..<count).map(Self.element))
        dropped.markAsOfAlias()
        #expect(dropped.all.map(\.isOfAlias) == Array(repeating: true, count: count))
    }

    @Test func everyStorageIsEmptied() {
        let storages = (0..<3).map { _ in StrongStorage() }
        for storage in storages { storage.instance = 1 }
        let elements = storages.map {
            DroppedInstances.Element(slot: InstanceSlot(), instance: CachedInstance(.stored($0)))
        }
        DroppedInstances(elements).release()
        #expect(storages.allSatisfy { $0.instance == nil })
    }
}
