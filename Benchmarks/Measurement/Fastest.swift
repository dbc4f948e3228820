/// The shortest time of several, in nanoseconds: other work on the machine only ever adds to it.
///
/// A time is the clock's. A long run is seldom undisturbed, so that its time is the processor's if that is shorter.
enum Fastest {
    /// The least time of a long run.
    ///
    /// The system adds the time of other threads to that of the process some milliseconds late: a task of three
    /// milliseconds may seem to take a tenth of one.
    private static let longRun: Duration = .milliseconds(50)

    /// One repetition of a batch, warm.
    static func repetition(of batch: (Int) -> Void) -> Double {
        let count = Sampler(rounds: 1, sampleDuration: .microseconds(100)).batchSize(for: batch)
        return run(times: 31) {
        } of: {
            batch(count)
        } / Double(count)
    }

    /// One run, each after a preparation whose time does not count.
    ///
    /// A few will do if they are long.
    static func run<Prepared>(
        times: Int,
        prepare: () -> Prepared,
        of work: (Prepared) -> Void
    ) -> Double {
        var fastest = Duration.seconds(86_400)
        var total = Duration.zero
        for _ in 0..<times {
            let prepared = prepare()
            var elapsed = Duration.zero
            let processor = ProcessorTime.measure {
                elapsed = ContinuousClock().measure { work(prepared) }
            }
            let duration = elapsed < longRun ? elapsed : min(elapsed, processor)
            fastest = min(fastest, duration)
            total += duration
            if total > .milliseconds(300) { break }
        }
        return fastest.nanoseconds
    }
}
