/// How the memory of the process changed while something was repeated.
struct GrowthReport: Equatable, Sendable, Codable {
    let activity: String
    let repetitions: Int
    /// Resident bytes once the first tenth of the repetitions was done; `nil` where the system does not tell.
    let bytesBefore: Int?
    /// Resident bytes at the end.
    let bytesAfter: Int?
}

extension GrowthReport {
    /// What the memory may grow by and still counts as flat: the allocator takes its memory in steps.
    static let tolerance = 1 << 20

    /// The bytes that were added; `nil` where the system does not tell.
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
