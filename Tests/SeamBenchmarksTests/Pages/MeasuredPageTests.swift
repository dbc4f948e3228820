import Testing

@testable import SeamBenchmarks

struct MeasuredPageTests {
    private let page = MeasuredPage(
        text: """
            Before.

            <!-- measured: forms -->

            | request | × |
            | --- | ---: |
            | `a` | 1 |
            | b, c | 2 |

            <!-- /measured -->

            After.
            """
    )

    @Test func rowsAreTheFirstCellsBelowTheHeading() {
        #expect(page.rows(of: "forms") == ["`a`", "b, c"])
    }

    @Test func missingBlockHasNoRows() {
        #expect(page.block("series") == nil)
        #expect(page.rows(of: "series").isEmpty)
    }

    @Test func renewedPageHasTheNewBlockBetweenItsMarks() {
        let renewed = page.renewed(with: ["forms": "new", "series": "unused"])
        #expect(
            renewed.text == """
                Before.

                <!-- measured: forms -->

                new

                <!-- /measured -->

                After.
                """
        )
    }

    @Test func renewingTwiceIsLikeRenewingOnce() {
        let renewed = page.renewed(with: ["forms": "new"])
        #expect(renewed.renewed(with: ["forms": "new"]) == renewed)
    }
}
