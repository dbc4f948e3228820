// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "main-actor-app",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "seam", path: "../../..")],
    targets: [
        .executableTarget(
            name: "MainActorApp",
            dependencies: [.product(name: "Seam", package: "seam")],
            swiftSettings: [
                .defaultIsolation(MainActor.self), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
                .enableUpcomingFeature("InferIsolatedConformances"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
