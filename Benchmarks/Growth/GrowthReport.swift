/// The change of the process's memory while an activity was repeated.
struct GrowthReport: Equatable, Sendable, Codable {
    let activity: String
    let repetitions: Int
    /// Resident bytes once the first tenth of the repetitions was done; `nil` if the system does not report them.
    let bytesBefore: Int?
    /// Resident bytes at the end.
    let bytesAfter: Int?
}

extension GrowthReport {
    /// The growth of memory that still counts as flat: the allocator takes its memory in steps.
    static let tolerance = 1 << 20

    /// The bytes that were added; `nil` if the system does not report them.
    var growth: Int? {
        guard let bytesBefore, let bytesAfter else { return nil }
        return bytesAfter - bytesBefore
    }

    /// Flat is what we want; that it cannot be measured is no failure.
    var verdict: Verdict {
        guard let growth else { return .unmeasured }
        return growth <= Self.tolerance ? .goal : .missed
    }
}
