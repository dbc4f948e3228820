/// Compares the library with the model, operation by operation.
enum ModelRun {
    /// The first operation on which they disagree.
    struct Mismatch: CustomStringConvertible {
        let index: Int
        let expected: String
        let found: String

        var description: String { "expected \(expected), found \(found)" }
    }

    static func mismatch(in operations: [ModelOperation]) -> Mismatch? {
        let census: ModelCensus
        do {
            let subject = ModelSubject()
            if let mismatch = mismatch(of: subject, in: operations) { return mismatch }
            census = subject.census
        }
        guard census.livingCount == 0 else {
            return Mismatch(
                index: operations.count,
                expected: "no living instances at the end",
                found: "\(census.livingCount)"
            )
        }
        return nil
    }

    private static func mismatch(of subject: ModelSubject, in operations: [ModelOperation]) -> Mismatch? {
        let model = ModelPrediction()
        for (index, operation) in operations.enumerated() {
            let (expected, found) = (model.perform(operation), subject.perform(operation))
            guard expected == found else {
                return Mismatch(index: index, expected: "\(expected)", found: "\(found)")
            }
            guard model.census.livingCount == subject.census.livingCount else {
                return Mismatch(
                    index: index,
                    expected: "\(model.census.livingCount) living instances",
                    found: "\(subject.census.livingCount)"
                )
            }
            if let complaint = subject.complaints.first {
                return Mismatch(index: index, expected: "an instance of the key", found: complaint)
            }
        }
        return nil
    }

    /// As few of the operations as still disagree: tries to leave out ever smaller parts.
    static func shrunk(_ operations: [ModelOperation]) -> [ModelOperation] {
        guard let first = mismatch(in: operations) else { return operations }
        var shortest = Array(operations.prefix(first.index + 1))
        var part = shortest.count / 2
        while part > 0 {
            var start = 0
            while start < shortest.count {
                var attempt = shortest
                attempt.removeSubrange(start..<min(start + part, attempt.count))
                if mismatch(in: attempt) != nil { shortest = attempt } else { start += part }
            }
            part /= 2
        }
        return shortest
    }

    /// The report on a seed that fails.
    static func report(seed: UInt64, count: Int) -> String? {
        let operations = ModelOperation.sequence(count: count, seed: seed)
        guard mismatch(in: operations) != nil else { return nil }
        let shortest = shrunk(operations)
        let outcome = mismatch(in: shortest)?.description ?? "no disagreement any more"
        return (["Seed \(seed), \(shortest.count) operations:"] + shortest.map { "  \($0)" } + [outcome])
            .joined(separator: "\n")
    }
}
