// swift-tools-version: 6.2

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

let package = Package(
    name: "seam",
    platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "Seam", targets: ["Seam"]),
        .library(name: "SeamTesting", targets: ["SeamTesting"]),
        .library(name: "SeamUI", targets: ["SeamUI"]),
        .executable(name: "seam-example", targets: ["SeamExample"]),
        .executable(name: "seam-benchmarks", targets: ["SeamBenchmarks"]),
    ],
    targets: [
        .target(name: "Seam", swiftSettings: settings + [.strictMemorySafety()]),
        .target(name: "SeamTesting", dependencies: ["Seam"], swiftSettings: settings),
        .target(name: "SeamUI", dependencies: ["Seam"], swiftSettings: settings),
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
        .testTarget(
            name: "SeamTests",
            dependencies: ["Seam", "SeamTesting"],
            swiftSettings: settings
        ),
        .testTarget(name: "SeamTestingTests", dependencies: ["Seam", "SeamTesting"], swiftSettings: settings),
        .testTarget(
            name: "SeamExampleTests",
            dependencies: ["Seam", "SeamExample"],
            exclude: ["Expected"],
            swiftSettings: settings
        ),
        .testTarget(name: "SeamBenchmarksTests", dependencies: ["SeamBenchmarks"], swiftSettings: settings),
        .testTarget(name: "FirstUseTests", dependencies: ["Seam"], swiftSettings: settings),
        .testTarget(
            name: "DocumentationTests",
            dependencies: ["Seam", "SeamTesting"],
            exclude: ["Fixtures"],
            swiftSettings: settings
        ),
    ],
    swiftLanguageModes: [.v6]
)
