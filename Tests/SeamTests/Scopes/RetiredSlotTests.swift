import TestKit
import Testing

@testable import Seam

/// A slot that requests must not build in any more: its registration was changed, or a reset has removed it.
struct RetiredSlotTests {
    private final class Token: Sendable {}

    private let container = Container()

    @Test func slotIsRetiredByAChangeOfTheScope() throws {
        let registration = container.register { Token() }.scope(.container)
        let entry = try #require(container.ownEntries.first)
        let cache = try #require(entry.cache)
        let slot = container.containerInstances.table(for: cache, of: entry).slot(for: nil)
        registration.scope(.singleton)
        let decision = slot.enter { Build("unwanted") }
        guard case .retired = decision else {
            Issue.record("\(decision)")
            return
        }
    }

    /// An instance that another request builds in a slot which its table has lost would never be found again.
    @Test func slotOfAnOutdatedRequestStaysInItsTable() throws {
        container.register { (_: Resolver, _: Int) in Token() }.scope(.cached)
        let site = StaticCallSite(fileID: #fileID, line: #line)
        let request = Request(Token.self, name: nil, in: container, ArgumentPack<Int>.self, site: site)
        let found = try #require(container.nearestEntry(signature: request.signature, NoName()))
        let activation = try request.activation(of: found)
        let table = try #require(found.entry.cache?.own)
        let box = ValueBox(ArgumentPack(7))
        let slot = table.slot(for: ArgumentReference(ArgumentPack<Int>.self, at: ArgumentAddress(box)))
        container.decorate(Int.self) { number, _ in number }
        let token: Token = try activation.instance(ArgumentPack(7))
        #expect(slot.instance != nil)
        #expect(container.resolve(Token.self, arguments: 7) === token)
    }

    /// A reset drops the slots for arguments: an instance built in one of them would never be found again.
    @Test func slotThatAResetHasRemovedIsRetired() throws {
        container.register { (_: Resolver, _: Int) in Token() }.scope(.container)
        let entry = try #require(container.ownEntries.first)
        let cache = try #require(entry.cache)
        let table = container.containerInstances.table(for: cache, of: entry)
        let box = ValueBox(ArgumentPack(7))
        let slot = table.slot(for: ArgumentReference(ArgumentPack<Int>.self, at: ArgumentAddress(box)))
        container.reset()
        let decision = slot.enter { Build("unwanted") }
        guard case .retired = decision else {
            Issue.record("\(decision)")
            return
        }
    }
}
