/// One run of the program: measures what the options select.
struct BenchmarkRun {
    /// The number of times that a workload over its gate is measured again before it counts as missed.
    static let retries = 4

    let options: Options
    /// Is told in words what is going on.
    let progress: (String) -> Void

    /// - Throws: The errors of ``ClientRun/run()``, if the options ask for that.
    func run() throws -> Report {
        var report = Report(machine: .current)
        guard !options.measuresClient else {
            report.client = try ClientRun(options: options, progress: progress).run()
            return report
        }
        if !options.watchesGrowthOnly {
            // First, while the process is still one that starts.
            if options.selects(Self.launch) { report.launch = launchReport() }
            report.workloads = Workload.all.filter { options.selects($0.name) }.map(workloadReport)
            report.series = ScaleSeries.all.filter { options.selects($0.name) }.map(series)
        }
        if options.watchesGrowthOnly || options.selects(Self.growth) {
            report.growth = GrowthActivity.all(resolutions: resolutions).map(growthReport)
        }
        return report
    }

    /// Whether there is anything that the options select.
    var selectsAnything: Bool {
        guard !options.measuresClient else { return ClientRun.names.contains(where: options.selects) }
        let names = Workload.all.map(\.name) + ScaleSeries.all.map(\.name) + [Self.launch, Self.growth]
        return options.watchesGrowthOnly || names.contains(where: options.selects)
    }
}

extension BenchmarkRun {
    private static let launch = "launch"
    private static let growth = "growth"

    private var sampler: Sampler { options.isQuick ? .quick : .thorough }

    private var resolutions: Int {
        if options.watchesGrowthOnly { return 10_000_000 }
        return options.isQuick ? 200_000 : 1_000_000
    }

    private func launchReport() -> LaunchReport {
        progress("launch")
        return Launch().measure(with: sampler.taking(0.25))
    }

    private func series(_ series: ScaleSeries) -> Series {
        progress("series: \(series.name)")
        return series.measure(sampler)
    }
}

extension BenchmarkRun {
    /// Measures a workload, and again if it is over its gate: that may be the machine's doing, but not every time.
    func workloadReport(_ workload: Workload) -> WorkloadReport {
        remeasured(workload.name) {
            WorkloadReport(workload, workload.measure(sampler))
        } verdict: {
            $0.verdict
        }
    }

    /// Watches an activity, and again if memory grew: an allocator may take its last step late, but not every time.
    func growthReport(_ activity: GrowthActivity) -> GrowthReport {
        remeasured("growth: \(activity.name)", activity.measure) { $0.verdict }
    }

    private func remeasured<Measured>(
        _ name: String,
        _ measure: () -> Measured,
        verdict: (Measured) -> Verdict
    ) -> Measured {
        progress(name)
        var measured = measure()
        for retry in 1...Self.retries where verdict(measured) == .missed {
            progress("\(name): over its gate, measured again (\(retry) of \(Self.retries))")
            measured = measure()
        }
        return measured
    }
}
