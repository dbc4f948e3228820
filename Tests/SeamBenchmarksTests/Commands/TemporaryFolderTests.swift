import Foundation
import Testing

@testable import SeamBenchmarks

struct TemporaryFolderTests {
    @Test func fileIsWrittenBelowNewFolders() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("text", to: "a/b/c.txt")
        #expect(try String(contentsOf: file, encoding: .utf8) == "text")
    }

    @Test func folderIsRemovedInTheEnd() throws {
        #expect(!FileManager.default.fileExists(atPath: try pathOfAFolderThatEnded()))
    }

    private func pathOfAFolderThatEnded() throws -> String {
        let folder = try TemporaryFolder()
        try folder.write("text", to: "a/b/c.txt")
        #expect(FileManager.default.fileExists(atPath: folder.url.path))
        return folder.url.path
    }
}
