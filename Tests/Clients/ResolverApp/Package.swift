// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "resolver-app",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "seam", path: "../../..")],
    targets: [
        .target(
            name: "OldServices",
            dependencies: [.product(name: "SeamResolver", package: "seam")],
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        .executableTarget(
            name: "ResolverApp",
            dependencies: ["OldServices", .product(name: "SeamResolver", package: "seam")],
            swiftSettings: [
                .defaultIsolation(MainActor.self), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
                .enableUpcomingFeature("InferIsolatedConformances"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
