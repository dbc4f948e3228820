/// The time of compiling with Seam and by hand, in milliseconds of processor time.
struct CompileCost: Equatable, Sendable, Codable {
    let stage: CompileStage
    let floor: Distribution
    let seam: Distribution
}

extension CompileCost {
    /// The ratio to the floor; `nil` if the floor is too low to be measured.
    var ratio: Double? {
        floor.median > 0 ? seam.median / floor.median : nil
    }
}

extension CompileCost {
    /// Summarises times of whole clients, after taking off that of a client that does nothing with its services.
    ///
    /// The times of one round are subtracted from each other: they were taken one after the other.
    ///
    /// - Precondition: There is at least one round.
    init(_ stage: CompileStage, of rounds: [CompileRound], services: Int) {
        self.init(
            stage: stage,
            floor: Distribution(of: rounds.map { ($0.floor - $0.empty).nanoseconds / 1e6 / Double(services) }),
            seam: Distribution(of: rounds.map { ($0.seam - $0.empty).nanoseconds / 1e6 / Double(services) })
        )
    }
}
