/// Times of the same work, done by one thread alone and by several at once.
struct ThreadSamples: Equatable, Sendable {
    /// The number of samples of which the fastest counts: one of them is undisturbed even on a busy machine.
    static let groupSize = 20

    /// Nanoseconds per operation, one element a round.
    private(set) var alone: [Double] = []
    /// Nanoseconds per operation of each thread, one element a round.
    private(set) var together: [Double] = []

    /// Adds the two samples of one round.
    mutating func append(alone: Double, together: Double) {
        self.alone.append(alone)
        self.together.append(together)
    }
}

extension ThreadSamples {
    /// The work that each of several threads does, as a part of the work of a thread alone; one element a group.
    ///
    /// Compares the fastest samples. Other work on the machine can only slow threads down, and takes a whole processor
    /// from one of two when it does, which no median of a few hundred samples survives. What the threads do to each
    /// other is in the fastest sample as well.
    var worth: [Double] {
        zip(Self.fastest(alone), Self.fastest(together)).map { $0 / $1 }
    }

    private static func fastest(_ samples: [Double]) -> [Double] {
        stride(from: 0, to: samples.count, by: groupSize)
            .map { start in
                samples[start..<Swift.min(start + groupSize, samples.count)].min() ?? 0
            }
    }
}
