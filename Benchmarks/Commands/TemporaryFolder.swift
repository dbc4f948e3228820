import Foundation

/// A new, empty folder for the files of one measurement.
struct TemporaryFolder: ~Copyable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("seam-benchmarks-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    /// Removes the folder with everything in it.
    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// Writes a text file, and the folders on the way to it.
    ///
    /// - Parameter path: The path of the file, relative to this folder.
    /// - Returns: The place of the file.
    @discardableResult
    func write(_ text: String, to path: String) throws -> URL {
        let file = url.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: file)
        return file
    }
}
