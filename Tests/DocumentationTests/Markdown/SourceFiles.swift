import Foundation

/// The source files of the repository.
enum SourceFiles {
    /// The paths of all Swift files.
    static let all: [String] = ["Sources", "Tests", "Benchmarks"]
        .flatMap { name in
            let folder = MarkdownFile.root.appending(path: name).path
            return (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? [])
                .filter { $0.hasSuffix(".swift") && !$0.contains(".build") }
                .map { "\(folder)/\($0)" }
        }
}
