// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "async-callers",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "seam", path: "../../..")],
    targets: [
        .executableTarget(name: "AsyncCallers", dependencies: [.product(name: "Seam", package: "seam")])
    ],
    swiftLanguageModes: [.v6]
)
