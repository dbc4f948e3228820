/// Elements that are taken in the order in which they were added; a taken one may stay in memory for a while.
struct Queue<Element> {
    private var elements: [Element]
    /// The place of the next element.
    private var head = 0

    init(_ elements: [Element] = []) { self.elements = elements }

    var count: Int { elements.count - head }

    var isEmpty: Bool { count == 0 }

    mutating func append(_ element: Element) { elements.append(element) }

    /// Takes the next element.
    ///
    /// - Complexity: O(1), amortized.
    mutating func popFirst() -> Element? {
        guard head < elements.count else { return nil }
        defer { head += 1 }
        if head > 32, head * 2 > elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return elements[head]
    }
}

extension Queue: Sendable where Element: Sendable {}
