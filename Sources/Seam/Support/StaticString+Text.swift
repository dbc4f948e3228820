extension StaticString {
    /// Whether the two have the same text, at whatever address.
    func hasSameText(as other: StaticString) -> Bool {
        guard hasPointerRepresentation, other.hasPointerRepresentation else { return description == other.description }
        return unsafe UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
            .elementsEqual(UnsafeBufferPointer(start: other.utf8Start, count: other.utf8CodeUnitCount))
    }
}
