/// One run of the program: measures what the options select.
struct BenchmarkRun {
    /// The number of times that a workload over its gate is measured again before it counts as missed.
    static let retries = 4

    let options: Options
    /// Receives a line for each part that begins.
    let progress: (String) -> Void
    private let processor = SteadyProcessor()

    /// - Throws: ``CommandError`` if another process that takes part fails.
    func run() throws -> Report {
        var report = Report(machine: .current)
        if options.measuresClient {
            report.client = try ClientRun(options: options, progress: progress).run()
            return report
        }
        if options.comparesFormsOnly {
            report.forms = Form.all.filter { options.selects($0.name) }.map(formReport)
            return report
        }
        if options.watchesGrowthOnly {
            report.growth = GrowthActivity.all(resolutions: resolutions).filter { selects($0) }.map(growthReport)
            report.curves = GrowthCurve.all.filter { options.selects($0.name) }.map(curveReport)
            return report
        }
        report.workloads = try Workload.all.filter { options.selects($0.name) }.map(workloadReport)
        guard !options.measuresOnlyGates else { return report }
        if options.selects(Self.launch) { report.launch = try launchReport() }
        report.series = ScaleSeries.all.filter { options.selects($0.name) }.map(series)
        if options.selects(Self.growth) {
            report.growth = GrowthActivity.all(resolutions: resolutions).map(growthReport)
        }
        return report
    }

    /// Whether there is anything that the options select.
    var selectsAnything: Bool {
        names.contains(where: options.selects)
    }
}

extension BenchmarkRun {
    private static let launch = "launch"
    private static let growth = "growth"

    /// The names of everything that the options choose from.
    private var names: [String] {
        if options.measuresClient { return ClientRun.names }
        if options.comparesFormsOnly { return Form.all.map(\.name) }
        if options.watchesGrowthOnly {
            return GrowthActivity.all(resolutions: resolutions).map(\.name) + GrowthCurve.all.map(\.name) + [
                Self.growth
            ]
        }
        return Workload.all.map(\.name) + ScaleSeries.all.map(\.name) + [Self.launch, Self.growth]
    }

    private func selects(_ activity: GrowthActivity) -> Bool {
        options.selects(activity.name) || options.selects(Self.growth)
    }

    private var sampler: Sampler { options.isQuick ? .quick : .thorough }

    private var resolutions: Int {
        if options.watchesGrowthOnly { return options.isQuick ? 1_000_000 : 10_000_000 }
        return options.isQuick ? 200_000 : 1_000_000
    }

    private func launchReport() throws -> LaunchReport {
        progress("launch")
        return try steadily { try Launch(sampler).measure() }
    }

    private func series(_ series: ScaleSeries) -> Series {
        progress("series: \(series.name)")
        return steadily { series.measure(sampler) }
    }

    private func formReport(_ form: Form) -> FormReport {
        progress("form: \(form.name)")
        return FormReport(name: form.name, ratio: steadily { form.measure(sampler) })
    }

    /// Measures at one speed of the processor, if the figures are for a page.
    private func steadily<Measured>(_ measure: () throws -> Measured) rethrows -> Measured {
        options.pagesPath == nil ? try measure() : try processor.measure(measure)
    }
}

extension BenchmarkRun {
    /// Measures a workload, and again if it is over its gate: other work on the machine may be the cause, but not every
    /// time.
    ///
    /// - Throws: ``CommandError`` if a process that measures it fails.
    func workloadReport(_ workload: Workload) throws -> WorkloadReport {
        try remeasured(workload.name) {
            try steadily { WorkloadReport(workload, try outcome(of: workload)) }
        } verdict: {
            $0.verdict
        }
    }

    private func outcome(of workload: Workload) throws -> Outcome {
        guard workload.isIsolated else { return try workload.measure(sampler) }
        return try OwnProcess.answer(to: ["--isolated", workload.name] + (options.isQuick ? ["--quick"] : []))
    }

    /// Measures a workload in this process, which another one started for it.
    ///
    /// - Throws: ``OptionsError/nothingSelected(_:)`` if no workload has this name.
    func isolatedOutcome(ofWorkloadNamed name: String) throws -> Outcome {
        guard let workload = Workload.all.first(where: { $0.name == name }) else {
            throw OptionsError.nothingSelected(name)
        }
        return try workload.measure(sampler)
    }

    /// Watches an activity, and again if memory grew: an allocator may take its last step late, but not every time.
    func growthReport(_ activity: GrowthActivity) -> GrowthReport {
        remeasured("growth: \(activity.name)", activity.measure) { $0.verdict }
    }

    /// Measures a curve, and again if it is too steep: other work on the machine may have met its largest size.
    func curveReport(_ curve: GrowthCurve) -> CurveReport {
        remeasured("curve: \(curve.name)", curve.measure) { $0.verdict }
    }

    private func remeasured<Measured>(
        _ name: String,
        _ measure: () throws -> Measured,
        verdict: (Measured) -> Verdict
    ) rethrows -> Measured {
        progress(name)
        var measured = try measure()
        for retry in 1...Self.retries where verdict(measured) == .missed && !options.measuresOnce {
            progress("\(name): over its gate, measured again (\(retry) of \(Self.retries))")
            measured = try measure()
        }
        return measured
    }
}
