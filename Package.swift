// swift-tools-version: 6.2

import Foundation
import PackageDescription

/// SE-0335: a protocol used as a type says `any`.
let existentialAny = SwiftSetting.enableUpcomingFeature("ExistentialAny")
/// SE-0409: imports are internal unless they say otherwise.
let internalImportsByDefault = SwiftSetting.enableUpcomingFeature("InternalImportsByDefault")
/// SE-0444: a member is visible only where its module is imported.
let memberImportVisibility = SwiftSetting.enableUpcomingFeature("MemberImportVisibility")
/// SE-0461: a nonisolated async function runs on its caller's actor.
let nonisolatedNonsending = SwiftSetting.enableUpcomingFeature("NonisolatedNonsendingByDefault")
/// SE-0470: a conformance is isolated where its type is.
let inferIsolatedConformances = SwiftSetting.enableUpcomingFeature("InferIsolatedConformances")

let settings = [
    existentialAny, internalImportsByDefault, memberImportVisibility,
    nonisolatedNonsending, inferIsolatedConformances,
]

/// The test targets of Seam, and the folders of `Tests/SeamTests` that each of them compiles.
///
/// A module is optimised on one core. As one module, these would keep it busy for longer than all others take.
let layers: KeyValuePairs = [
    "SeamStressTests": ["Support", "Stress"],
    "SeamRegistrationTests": ["Identity", "Scopes", "Registration"],
    "SeamResolutionTests": ["Resolution", "Overrides"],
    "SeamTests": ["Lifecycle", "Declaration", "Injection", "Diagnostics", "Architecture"],
]

let package = Package(
    name: "seam",
    platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "Seam", targets: ["Seam"]),
        .library(name: "SeamTesting", targets: ["SeamTesting"]),
        .library(name: "SeamUI", targets: ["SeamUI"]),
        .library(name: "SeamResolver", targets: ["SeamResolver"]),
        .executable(name: "seam-example", targets: ["SeamExample"]),
        .executable(name: "seam-benchmarks", targets: ["SeamBenchmarks"]),
    ],
    targets: [
        .target(name: "Seam", swiftSettings: settings + [.strictMemorySafety()]),
        .target(name: "SeamTesting", dependencies: ["Seam"], swiftSettings: settings),
        .target(name: "SeamUI", dependencies: ["Seam"], swiftSettings: settings),
        .target(name: "SeamResolver", dependencies: ["Seam"], swiftSettings: settings),
        .executableTarget(
            name: "SeamExample",
            dependencies: ["Seam"],
            resources: [.copy("Resources/sample.csv")],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "SeamBenchmarks",
            dependencies: ["Seam"],
            path: "Benchmarks",
            swiftSettings: settings
        ),
        .target(name: "TestKit", dependencies: ["Seam"], path: "Tests/Support", swiftSettings: settings),
        .testTarget(
            name: "SeamTestingTests",
            dependencies: ["Seam", "SeamTesting", "TestKit"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "SeamUITests",
            dependencies: ["SeamUI", "TestKit"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "SeamResolverTests",
            dependencies: ["Seam", "SeamResolver", "TestKit"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "SeamExampleTests",
            dependencies: ["Seam", "SeamExample", "TestKit"],
            exclude: ["Expected"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "SeamBenchmarksTests",
            dependencies: ["SeamBenchmarks", "TestKit"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "MainActorTests",
            dependencies: ["Seam", "SeamTesting"],
            swiftSettings: settings + [.defaultIsolation(MainActor.self)]
        ),
        .testTarget(name: "FirstUseTests", dependencies: ["Seam", "TestKit"], swiftSettings: settings),
        .testTarget(
            name: "DocumentationTests",
            dependencies: ["Seam", "SeamTesting", "SeamResolver"],
            exclude: ["Clients", "Fixtures"],
            swiftSettings: settings
        ),
    ],
    swiftLanguageModes: [.v6]
)

package.targets += layers.map { name, folders in
    .testTarget(
        name: name,
        dependencies: ["Seam", "SeamTesting", "TestKit"],
        path: "Tests/SeamTests",
        exclude: layers.flatMap(\.value).filter { !folders.contains($0) },
        swiftSettings: settings
    )
}

// Apps for Apple's platforms collect the privacy manifests of their packages. Nobody reads them elsewhere, and a target
// with a resource needs Foundation. No app contains SeamTesting.
for target in package.targets where ["Seam", "SeamUI", "SeamResolver"].contains(target.name) {
    #if os(macOS)
    target.resources = [.copy("PrivacyInfo.xcprivacy")]
    #else
    target.exclude = ["PrivacyInfo.xcprivacy"]
    #endif
}

// A simulator cannot start processes. `SEAM_SIMULATOR=1` leaves out the programs and the tests that need processes.
if Context.environment["SEAM_SIMULATOR"] != nil {
    let programs = ["SeamExample", "SeamBenchmarks"]
    package.products.removeAll { $0 is Product.Executable }
    package.targets.removeAll { programs.contains($0.name) || programs.map { "\($0)Tests" }.contains($0.name) }
    package.targets.removeAll { ["FirstUseTests", "DocumentationTests"].contains($0.name) }
    for target in package.targets where target.type == .test {
        target.exclude += filesWithProcesses(in: "\(Context.packageDirectory)/\(target.path ?? "Tests/\(target.name)")")
    }
}

// The sanitizers need only some tests: `SEAM_TESTS=SeamStressTests` leaves out the other targets.
if let name = Context.environment["SEAM_TESTS"] {
    precondition(package.targets.contains { $0.name == name }, "There is no target \(name).")
    package.products = []
    package.targets.removeAll { ![name, "TestKit", "SeamTesting", "Seam"].contains($0.name) }
}

/// The paths of the source files in `folder` that start processes or use exit tests.
func filesWithProcesses(in folder: String) -> [String] {
    let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return paths.filter { path in
        let text = try? String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)
        return path.hasSuffix(".swift") && ["processExitsWith", "Process()"].contains { text?.contains($0) == true }
    }
}
