import Foundation
import Testing

@testable import SeamBenchmarks

struct LaunchSideTests {
    @Test(arguments: LaunchSide.allCases)
    func sideTakesTimeAndPassesItOn(side: LaunchSide) throws {
        let sample = side.measure()
        #expect(sample.cold > 0)
        #expect(sample.registration > 0)
        let text = try OwnProcess.text(of: sample)
        #expect(try JSONDecoder().decode(LaunchSample.self, from: Data(text.utf8)) == sample)
    }
}
