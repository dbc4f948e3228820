import Foundation
import Testing

@testable import SeamBenchmarks

struct SizePackageTests {
    @Test func manifestHasATargetForEachProgram() {
        let programs = [SizeProgram(usesSeam: false, services: 1), SizeProgram(usesSeam: true, services: 1)]
        let manifest = SizePackage.manifest(of: programs, checkout: URL(fileURLWithPath: "/a \"b\""))
        #expect(
            manifest == """
                // swift-tools-version: 6.2
                import PackageDescription

                let package = Package(
                    name: "sizes",
                    platforms: [.macOS(.v15)],
                    dependencies: [.package(name: "seam", path: "/a \\"b\\"")],
                    targets: [
                        .executableTarget(name: "TableWith1", dependencies: []),
                        .executableTarget(name: "SeamWith1", dependencies: [.product(name: "Seam", package: "seam")]),
                    ]
                )

                """
        )
    }

    @Test func anotherFolderIsAnError() throws {
        let folder = try TemporaryFolder()
        let checkout = folder.url
        #expect(throws: CommandError.packageMissing(folder: checkout.path)) {
            _ = try SizePackage(of: [], checkout: checkout)
        }
    }
}
