import Foundation
import Testing

/// The walks through the code that the architecture page shows.
struct WalkTests {
    /// The largest numbers of files and changes of folder, by a word of the call.
    private static let goals = [
        "of a ready instance": (files: 8, changes: 4),
        "resolve()` of a kept": (files: 8, changes: 4),
        "with a hook": (files: 15, changes: 4),
        "resolveAsync()` of a kept": (files: 14, changes: 4),
        "register": (files: 7, changes: 3),
        "reset": (files: 8, changes: 4),
        "shutdown": (files: 8, changes: 4),
    ]

    @Test(arguments: goals.keys.sorted()) func walkNamesItsFilesAndCountsThem(call: String) throws {
        let walk = try #require(try Walk.all().first { $0.call.contains(call) })
        let goal = try #require(Self.goals[call])
        let files = walk.legs.flatMap { leg in leg.files.map { "\(leg.folder)/\($0)" } }
        #expect(walk.files == files.count)
        #expect(walk.changes == walk.legs.count - 1)
        #expect(Set(files).count == files.count)
        #expect(walk.files <= goal.files)
        #expect(walk.changes <= goal.changes)
        for file in files {
            let source = Walk.package.appending(path: "Sources/Seam/\(file).swift")
            #expect(FileManager.default.fileExists(atPath: source.path()), "\(file)")
        }
    }

    @Test func folderChangesBetweenTheLegsOfAWalk() throws {
        for walk in try Walk.all() {
            for (leg, next) in zip(walk.legs, walk.legs.dropFirst()) { #expect(leg.folder != next.folder) }
        }
    }
}

/// One row of the table of walks.
private struct Walk {
    /// Files of one folder that follow each other.
    struct Leg {
        let folder: String
        let files: [String]
    }

    let call: String
    let legs: [Leg]
    let files: Int
    let changes: Int

    /// The package, found from this file's place in it.
    static let package = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }

    static func all() throws -> [Walk] {
        let page = try String(contentsOf: package.appending(path: "Documentation/Architecture.md"), encoding: .utf8)
        let section = try #require(page.split(separator: "\n## ").first { $0.hasPrefix("Walks\n") })
        return section.split(separator: "\n").filter { $0.hasPrefix("| `") }.compactMap(Walk.init)
    }

    init?(row: Substring) {
        let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        guard cells.count == 4, let files = Int(cells[2]), let changes = Int(cells[3]) else { return nil }
        call = cells[0]
        legs = cells[1].split(separator: " → ")
            .map { leg in
                let parts = leg.split(separator: "`: ", maxSplits: 1)
                let names = parts[1].split(separator: ", ").map { $0.prefix { $0 != " " } }
                return Leg(folder: String(parts[0].replacing("`", with: "")), files: names.map(String.init))
            }
        self.files = files
        self.changes = changes
    }
}
