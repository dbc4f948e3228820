import Foundation
import Seam
import TestKit
import Testing

extension Container {
    fileprivate var host: Factory<String> {
        self { "live" }
            .when(.preview) { "preview" }
            .when(.environment("SEAM_TEST_HOST")) { "environment" }
    }
}

/// When a condition is decided: that of a registration at once, that of a declaration at each build.
///
/// The environment belongs to the process, so each test has one of its own.
struct ChangingEnvironmentTests {
    @Test func previewIsAnEnvironmentOfXcode() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let container = Container()
            container.register(when: .preview) { 1 }
            #expect(!container.isRegistered(Int.self))
            #expect(container.host() == "live")
            setenv("XCODE_RUNNING_FOR_PREVIEWS", "1", 1)
            container.register(when: .preview) { 2 }
            #expect(container.resolve(Int.self) == 2)
            #expect(container.host() == "preview")
        }
    }

    @Test func conditionOfADeclarationIsDecidedAtEachBuild() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let container = Container()
            #expect(container.host() == "live")
            setenv("SEAM_TEST_HOST", "1", 1)
            #expect(container.host() == "environment")
            unsetenv("SEAM_TEST_HOST")
            #expect(container.host() == "live")
        }
    }

    @Test func conditionOfARegistrationIsDecidedOnce() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let container = Container()
            setenv("SEAM_TEST_HOST", "1", 1)
            container.register(when: .environment("SEAM_TEST_HOST", "1")) { 1 }
            unsetenv("SEAM_TEST_HOST")
            #expect(container.resolve(Int.self) == 1)
            container.register(when: .environment("SEAM_TEST_HOST", "1")) { 2 }
            #expect(container.resolve(Int.self) == 1)
        }
    }
}
