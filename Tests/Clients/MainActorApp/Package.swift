// swift-tools-version: 6.2

import PackageDescription

/// The settings of a new app project.
let settings: [SwiftSetting] = [
    .defaultIsolation(MainActor.self), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
]

let package = Package(
    name: "main-actor-app",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "seam", path: "../../..")],
    targets: [
        .target(
            name: "OldModels",
            dependencies: [.product(name: "Seam", package: "seam")],
            swiftSettings: [.swiftLanguageMode(.v5), .enableUpcomingFeature("InferSendableFromCaptures")]
        ),
        .executableTarget(
            name: "MainActorApp",
            dependencies: ["OldModels", .product(name: "Seam", package: "seam")],
            swiftSettings: settings
        ),
        .testTarget(
            name: "MainActorAppTests",
            dependencies: [
                .product(name: "Seam", package: "seam"), .product(name: "SeamTesting", package: "seam"),
            ],
            swiftSettings: settings
        ),
    ],
    swiftLanguageModes: [.v6]
)
