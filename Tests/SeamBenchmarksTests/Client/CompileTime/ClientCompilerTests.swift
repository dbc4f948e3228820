import Foundation
import Testing

@testable import SeamBenchmarks

struct ClientCompilerTests {
    @Test func modulesLieBesideTheProgram() throws {
        let folder = try TemporaryFolder()
        let module = try folder.write("", to: "Modules/Seam.swiftmodule")
        let modules = try ClientCompiler.modules(beside: folder.url.appendingPathComponent("seam-benchmarks"))
        #expect(modules.lastPathComponent == "Modules")
        #expect(FileManager.default.fileExists(atPath: module.path))
    }

    @Test func missingModuleIsAnError() throws {
        let folder = try TemporaryFolder()
        let program = folder.url.appendingPathComponent("seam-benchmarks")
        #expect(throws: CommandError.self) { try ClientCompiler.modules(beside: program) }
    }
}
