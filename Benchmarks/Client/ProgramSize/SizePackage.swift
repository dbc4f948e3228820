import Foundation

/// A package of generated programs, built as the package manager builds a release.
struct SizePackage: ~Copyable {
    private let folder: TemporaryFolder
    private let swift: Command
    private let strip: Command

    /// Writes the package.
    ///
    /// - Parameter checkout: The folder of Seam's own package.
    /// - Throws: ``CommandError`` if that is another folder or a program is missing, and errors of the file system.
    init(of programs: [SizeProgram], checkout: URL) throws {
        let isCheckout = ["Package.swift", "Sources/Seam"]
            .allSatisfy {
                FileManager.default.fileExists(atPath: checkout.appendingPathComponent($0).path)
            }
        guard isCheckout else { throw CommandError.packageMissing(folder: checkout.path) }
        let swift = try Command(named: "swift")
        let strip = try Command(named: "strip")
        let folder = try TemporaryFolder()
        try folder.write(Self.manifest(of: programs, checkout: checkout), to: "Package.swift")
        for program in programs {
            try folder.write(program.mainText, to: "Sources/\(program.name)/main.swift")
            try folder.write(program.clientText, to: "Sources/\(program.name)/Client.swift")
        }
        self.folder = folder
        self.swift = swift
        self.strip = strip
    }

    /// Builds all programs; a release has the linker leave out sections that nothing refers to.
    func build() throws {
        try swift.run(["build", "-c", "release", "--package-path", folder.url.path])
    }

    /// The size of a program that was built, in bytes, without its symbols.
    func strippedSize(of program: SizeProgram) throws -> Int {
        let file = folder.url.appendingPathComponent(".build/release/\(program.name)")
        try strip.run([file.path])
        return try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
    }
}

extension SizePackage {
    /// The text of `Package.swift`.
    static func manifest(of programs: [SizeProgram], checkout: URL) -> String {
        let targets = programs.map { program in
            let dependencies = program.usesSeam ? ".product(name: \"Seam\", package: \"seam\")" : ""
            return "        .executableTarget(name: \"\(program.name)\", dependencies: [\(dependencies)]),\n"
        }
        return """
            // swift-tools-version: 6.2
            import PackageDescription

            let package = Package(
                name: "sizes",
                platforms: [.macOS(.v15)],
                dependencies: [.package(name: "seam", path: \(checkout.path.debugDescription))],
                targets: [
            \(targets.joined())    ]
            )

            """
    }
}
