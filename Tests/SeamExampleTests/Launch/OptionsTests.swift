import Testing

@testable import SeamExample

struct OptionsTests {
    @Test func defaultsAreTheSampleInMemoryOnTheConsole() throws {
        let options = try Options(parsing: [])
        #expect(options.input == .sample)
        #expect(options.storage == .memory)
        #expect(options.channel == .console)
        #expect(!options.mocksWelcome)
    }

    @Test(arguments: [
        (["people.csv"], Options(input: .file(path: "people.csv"))),
        (["-"], Options(input: .standardInput)),
        (["--store", "memory"], Options(storage: .memory)),
        (["--store", "file:a b.csv"], Options(storage: .file(path: "a b.csv"))),
        (["--channel", "console"], Options(channel: .console)),
        (["--channel", "outbox:out"], Options(channel: .outbox(directory: "out"))),
        (["--mock"], Options(mocksWelcome: true)),
        (["--trace"], Options(traces: true)),
        (["--validate"], Options(inspection: .validation)),
        (["--graph", "dot"], Options(inspection: .graph(.dot))),
        (["--graph", "html:a b.html"], Options(inspection: .graph(.html, path: "a b.html"))),
        (["--graph", "mermaid:C:/a"], Options(inspection: .graph(.mermaid, path: "C:/a"))),
        (["--explain", "Terminal"], Options(inspection: .explanation(typeName: "Terminal"))),
        (["--help"], Options(showsHelp: true)),
        (["-h", "--no-such-option"], Options(showsHelp: true)),
        (["--store", "file:a", "--store", "file:b"], Options(storage: .file(path: "b"))),
        (
            ["--mock", "-", "--store", "file:a"],
            Options(input: .standardInput, storage: .file(path: "a"), mocksWelcome: true)
        ),
    ])
    func argumentsAreUnderstood(arguments: [String], expected: Options) throws {
        #expect(try Options(parsing: arguments) == expected)
    }

    @Test(arguments: [
        (["--no-such-option"], OptionsError.unknownOption("--no-such-option")),
        (["-x"], .unknownOption("-x")),
        (["a.csv", "b.csv"], .unexpectedArgument("b.csv")),
        ([""], .unexpectedArgument("")),
        (["--store"], .missingValue(option: "--store")),
        (["--channel"], .missingValue(option: "--channel")),
        (["--explain"], .missingValue(option: "--explain")),
        (["--graph", "png"], .wrongValue(option: "--graph", value: "png")),
        (["--graph", "html:"], .wrongValue(option: "--graph", value: "html:")),
        (["--graph", "png:a.png"], .wrongValue(option: "--graph", value: "png:a.png")),
        (["--store", "disk"], .wrongValue(option: "--store", value: "disk")),
        (["--store", "file:"], .wrongValue(option: "--store", value: "file:")),
        (["--channel", "pigeon"], .wrongValue(option: "--channel", value: "pigeon")),
        (["--channel", "outbox:"], .wrongValue(option: "--channel", value: "outbox:")),
    ])
    func wrongArgumentsAreRejected(arguments: [String], error: OptionsError) {
        #expect(throws: error) { try Options(parsing: arguments) }
    }

    @Test(arguments: [
        (OptionsError.unknownOption("-x"), "There is no option '-x'."),
        (.unexpectedArgument("b"), "The argument 'b' is one too many."),
        (.missingValue(option: "--store"), "The option '--store' needs a value."),
        (.wrongValue(option: "--store", value: "disk"), "The option '--store' has no value 'disk'."),
    ])
    func errorsAreOneSentence(error: OptionsError, text: String) {
        #expect(error.description == text)
    }
}
