import Testing

@testable import SeamBenchmarks

struct TableTests {
    private let table = Table(
        title: "Title",
        columns: [.text("name"), .number("ns")],
        rows: [["a|b", "1.5"], ["longer name", "12.5"]]
    )

    @Test func textAlignsNumbersToTheRight() {
        #expect(
            table.text == """
                Title

                name           ns
                ───────────  ────
                a|b           1.5
                longer name  12.5
                """
        )
    }

    @Test func markdownEscapesItsBars() {
        #expect(
            table.markdown == """
                ### Title

                | name | ns |
                | --- | ---: |
                | a\\|b | 1.5 |
                | longer name | 12.5 |
                """
        )
    }
}
