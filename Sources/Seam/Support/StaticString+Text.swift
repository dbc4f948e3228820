extension StaticString {
    /// Whether the two have the same text, wherever that stands.
    func hasSameText(as other: StaticString) -> Bool {
        guard hasPointerRepresentation, other.hasPointerRepresentation else { return description == other.description }
        guard utf8CodeUnitCount == other.utf8CodeUnitCount else { return false }
        // A static string's bytes stay where they are as long as the process runs.
        return utf8Start == other.utf8Start
            || UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
                .elementsEqual(UnsafeBufferPointer(start: other.utf8Start, count: utf8CodeUnitCount))
    }
}
