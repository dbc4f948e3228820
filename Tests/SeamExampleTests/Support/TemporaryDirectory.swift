import Foundation

/// A directory of its own for a test, removed at the end.
struct TemporaryDirectory: ~Copyable {
    private let location = FileManager.default.temporaryDirectory
        .appending(path: "seam-example-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: location, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: location)
    }

    /// The path of something in the directory.
    func path(_ name: String) -> String {
        location.appending(path: name).path(percentEncoded: false)
    }

    /// Writes a file and returns its path.
    func file(_ name: String, _ text: String) throws -> String {
        try Data(text.utf8).write(to: URL(filePath: path(name)))
        return path(name)
    }

    func text(_ name: String) throws -> String {
        try String(contentsOf: URL(filePath: path(name)), encoding: .utf8)
    }

    func names(in name: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path(name)).sorted()
    }
}
