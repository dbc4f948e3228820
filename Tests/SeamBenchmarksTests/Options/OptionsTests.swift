import Testing

@testable import SeamBenchmarks

struct OptionsTests {
    @Test func noArgumentsAskForEverything() throws {
        #expect(try Options(parsing: []) == Options())
    }

    @Test(arguments: [
        ("--check", Options(checksGates: true)),
        ("--quick", Options(isQuick: true)),
        ("--growth", Options(watchesGrowthOnly: true)),
        ("--once", Options(measuresOnce: true)),
        ("--forms", Options(comparesFormsOnly: true)),
        ("--client", Options(measuresClient: true)),
        ("--markdown", Options(printsMarkdown: true)),
        ("--help", Options(showsHelp: true)),
        ("-h", Options(showsHelp: true)),
    ])
    func flagIsRead(argument: String, expected: Options) throws {
        #expect(try Options(parsing: [argument]) == expected)
    }

    @Test(arguments: [
        ("--filter", Options(filter: "deep chain")),
        ("--json", Options(jsonPath: "deep chain")),
        ("--svg", Options(svgPath: "deep chain")),
        ("--pages", Options(pagesPath: "deep chain")),
        ("--isolated", Options(isolatedWorkload: "deep chain")),
        ("--launch", Options(launchSide: "deep chain")),
    ])
    func valueFollowsItsOption(option: String, expected: Options) throws {
        #expect(try Options(parsing: [option, "deep chain"]) == expected)
    }

    @Test func valueMayFollowAnEqualsSign() throws {
        #expect(try Options(parsing: ["--json=a=b.json"]).jsonPath == "a=b.json")
    }

    @Test func optionsAddUp() throws {
        let options = try Options(parsing: ["--check", "--filter", "unique", "--quick"])
        #expect(options == Options(checksGates: true, isQuick: true, filter: "unique"))
    }

    @Test(arguments: ["--fast", "unique", "-q", ""])
    func unknownOptionIsAnError(argument: String) {
        #expect(throws: OptionsError.unknown(argument)) { try Options(parsing: [argument]) }
    }

    @Test(arguments: [["--json"], ["--json", "--check"], ["--json="]])
    func missingValueIsAnError(arguments: [String]) {
        #expect(throws: OptionsError.missingValue("--json")) { try Options(parsing: arguments) }
    }

    @Test func valueOfAFlagIsAnError() {
        #expect(throws: OptionsError.unexpectedValue("--check")) { try Options(parsing: ["--check=yes"]) }
    }

    @Test(arguments: [("Unique", true), ("two THREADS", true), ("singleton", false)])
    func filterIgnoresCase(filter: String, isSelected: Bool) {
        #expect(Options(filter: filter).selects("two threads, unique") == isSelected)
    }

    @Test(arguments: [[], ["--once"], ["--quick"]])
    func checkMeasuresOnlyGates(others: [String]) throws {
        #expect(try Options(parsing: ["--check"] + others).measuresOnlyGates)
        #expect(try !Options(parsing: others).measuresOnlyGates)
    }

    @Test(arguments: [["--markdown"], ["--filter", "a"], ["--json", "a"], ["--svg", "a"], ["--pages", "a"]])
    func checkMeasuresMoreIfItIsAskedFor(others: [String]) throws {
        #expect(try !Options(parsing: ["--check"] + others).measuresOnlyGates)
    }

    @Test func everythingIsSelectedWithoutAFilter() {
        #expect(Options().selects("anything"))
    }
}
