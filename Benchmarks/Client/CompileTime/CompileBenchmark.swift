/// Compiles clients with many services, with Seam and by hand in turns.
struct CompileBenchmark {
    let compiler: ClientCompiler
    /// The number of services of a client.
    let services: Int
    /// The number of times that each client is compiled.
    let rounds: Int

    /// The cost of a form for each service.
    func measure(_ form: ClientForm) throws -> CompileReport {
        let costs = try CompileStage.allCases.map { stage in
            CompileCost(stage, of: try (0..<rounds).map { _ in try round(of: form, to: stage) }, services: services)
        }
        return CompileReport(form: form.name, floor: form.floorName, costs: costs)
    }

    /// The cost of `import Seam` for a client that does nothing with it.
    func measureImport() throws -> [CompileCost] {
        let without = ClientSource(importsSeam: false, service: .plain, services: services)
        let with = ClientSource(service: .plain, services: services)
        return try CompileStage.allCases.map { stage in
            let rounds = try (0..<rounds)
                .map { _ in
                    CompileRound(
                        empty: .zero,
                        floor: try compiler.time(without, to: stage),
                        seam: try compiler.time(with, to: stage)
                    )
                }
            return CompileCost(stage, of: rounds, services: 1)
        }
    }

    /// Both sides import Seam, so that what is left after subtraction is the form alone.
    private func round(of form: ClientForm, to stage: CompileStage) throws -> CompileRound {
        var client = ClientSource(service: form.service, services: services)
        let empty = try compiler.time(client, to: stage)
        client.code = form.floor
        let floor = try compiler.time(client, to: stage)
        client.code = form.seam
        return CompileRound(empty: empty, floor: floor, seam: try compiler.time(client, to: stage))
    }
}
