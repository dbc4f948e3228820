// swift-tools-version: 6.2

import PackageDescription

let seam = Target.Dependency.product(name: "Seam", package: "seam")
let seamTesting = Target.Dependency.product(name: "SeamTesting", package: "seam")
let seamResolver = Target.Dependency.product(name: "SeamResolver", package: "seam")

/// The settings of a new app project.
let newProject: [SwiftSetting] = [
    .defaultIsolation(MainActor.self), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
]
/// The settings of a target from before Swift 6.
let oldTarget: [SwiftSetting] = [.swiftLanguageMode(.v5)]

/// Programs that use the library from another package, each with other settings.
let package = Package(
    name: "clients",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "seam", path: "../..")],
    targets: [
        .executableTarget(name: "AsyncCallers", dependencies: [seam]),
        .target(
            name: "OldModels",
            dependencies: [seam],
            swiftSettings: oldTarget + [.enableUpcomingFeature("InferSendableFromCaptures")]
        ),
        .executableTarget(name: "MainActorApp", dependencies: ["OldModels", seam], swiftSettings: newProject),
        .testTarget(name: "MainActorAppTests", dependencies: [seam, seamTesting], swiftSettings: newProject),
        .target(name: "OldServices", dependencies: [seamResolver], swiftSettings: oldTarget),
        .executableTarget(name: "ResolverApp", dependencies: ["OldServices", seamResolver], swiftSettings: newProject),
        .target(name: "Interfaces", dependencies: [seam]),
        .target(name: "CardPayments", dependencies: ["Interfaces", seam]),
        .target(name: "CheckoutFeature", dependencies: ["Interfaces", seam]),
        .testTarget(name: "CheckoutFeatureTests", dependencies: ["CheckoutFeature", "Interfaces", seam, seamTesting]),
        .executableTarget(
            name: "ShopApp",
            dependencies: ["CardPayments", "CheckoutFeature", "Interfaces", seam],
            swiftSettings: newProject
        ),
        .testTarget(name: "ShopAppTests", dependencies: ["ShopApp", seam, seamTesting]),
    ],
    swiftLanguageModes: [.v6]
)
