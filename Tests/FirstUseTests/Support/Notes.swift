import Synchronization

/// Texts that several threads write down.
final class Texts: Sendable {
    private let content = Mutex<[String]>([])

    var entries: [String] { content.withLock { $0 } }

    func note(_ text: String) { content.withLock { $0.append(text) } }
}

/// Instances that several threads have found.
final class Cards: Sendable {
    private let content = Mutex<[FirstUse.Card]>([])

    var distinct: Int { content.withLock { Set($0.map { ObjectIdentifier($0) }).count } }

    func note(_ card: FirstUse.Card) { content.withLock { $0.append(card) } }
}
