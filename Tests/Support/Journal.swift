/// Notes from any thread, in the order in which they come.
package final class Journal<Entry: Sendable>: Sendable {
    private let content = Box<[Entry]>([])

    package init() {}

    package var entries: [Entry] { content.withLock { $0 } }

    package func note(_ entry: Entry) { content.withLock { $0.append(entry) } }
}
