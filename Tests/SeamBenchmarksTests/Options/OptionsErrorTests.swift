import Testing

@testable import SeamBenchmarks

struct OptionsErrorTests {
    @Test(arguments: [
        (OptionsError.unknown("--fast"), "'--fast' is not an option."),
        (.missingValue("--json"), "'--json' needs a value."),
        (.unexpectedValue("--check"), "'--check' takes no value."),
        (.nothingSelected("x"), "Nothing that is measured has 'x' in its name."),
    ])
    func errorSaysWhatIsWrong(error: OptionsError, text: String) {
        #expect(error.description == text)
    }
}
