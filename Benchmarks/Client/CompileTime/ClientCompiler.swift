import Foundation

/// Compiles generated clients against the module that this program was built with.
struct ClientCompiler: Sendable {
    private let compiler: Command
    private let modules: URL

    /// - Throws: ``CommandError`` if there is no compiler or no module.
    init() throws(CommandError) {
        compiler = try Command(named: "swiftc")
        modules = try Self.modules(beside: Bundle.main.executableURL ?? Bundle.main.bundleURL)
    }

    /// The folder of modules that the build puts beside its programs.
    static func modules(beside executable: URL) throws(CommandError) -> URL {
        let folder = executable.resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent("Modules")
        let module = folder.appendingPathComponent("Seam.swiftmodule")
        guard FileManager.default.fileExists(atPath: module.path) else {
            throw .moduleMissing(folder: folder.path)
        }
        return folder
    }

    /// Compiles a client in a folder of its own.
    ///
    /// - Returns: The output of the compiler, warnings for example.
    @discardableResult
    func compile(_ client: ClientSource, to stage: CompileStage) throws -> String {
        let folder = try TemporaryFolder()
        return try compile(try folder.write(client.text, to: "Client.swift"), to: stage)
    }

    /// The processor time that compiling a client takes.
    func time(_ client: ClientSource, to stage: CompileStage) throws -> Duration {
        let folder = try TemporaryFolder()
        let file = try folder.write(client.text, to: "Client.swift")
        return try ChildProcessTime.measure { try compile(file, to: stage) }
    }

    @discardableResult
    private func compile(_ file: URL, to stage: CompileStage) throws -> String {
        let output = file.deletingPathExtension().appendingPathExtension("o")
        return try compiler.run(
            ["-swift-version", "6", "-parse-as-library", "-I", modules.path, file.path]
                + stage.arguments(output: output.path)
        )
    }
}
