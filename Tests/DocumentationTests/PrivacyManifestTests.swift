import Foundation
import Testing

/// The privacy manifests of the libraries, which say that no data is collected.
struct PrivacyManifestTests {
    private static let libraries = ["Seam", "SeamUI", "SeamResolver"]

    /// The APIs for which Apple requires a reason.
    private static let restricted = [
        "UserDefaults", "NSUserDefaults", "systemUptime", "mach_absolute_time", "creationDate", "modificationDate",
        "fileModificationDate", "contentModificationDateKey", "creationDateKey", "getattrlist", "getattrlistbulk",
        "fgetattrlist", "getattrlistat", "stat", "fstat", "fstatat", "lstat", "statfs", "statvfs", "fstatfs",
        "fstatvfs",
        "volumeAvailableCapacityKey", "volumeTotalCapacityKey", "systemFreeSize", "systemSize", "activeInputModes",
    ]

    @Test func everyLibraryExceptTheOneForTestsHasAManifest() throws {
        let package = try String(contentsOf: MarkdownFile.root.appending(path: "Package.swift"), encoding: .utf8)
        let products = package.matches(of: /\.library\(name: "(\w+)"/).map { String($0.1) }
        #expect(Set(products) == Set(Self.libraries + ["SeamTesting"]))
        #expect(package.contains("where \(Self.libraries).contains(target.name)"))
    }

    @Test(arguments: libraries)
    func manifestDeclaresNothing(_ library: String) throws {
        let file = MarkdownFile.root.appending(path: "Sources/\(library)/PrivacyInfo.xcprivacy")
        let manifest = try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
        let entries = try #require(manifest as? [String: Any])
        #expect(entries["NSPrivacyTracking"] as? Bool == false)
        for key in ["NSPrivacyTrackingDomains", "NSPrivacyCollectedDataTypes", "NSPrivacyAccessedAPITypes"] {
            #expect((entries[key] as? [Any])?.isEmpty == true, "\(key)")
        }
    }

    @Test(arguments: libraries)
    func libraryUsesNoAPIThatNeedsAReason(_ library: String) throws {
        let folder = MarkdownFile.root.appending(path: "Sources/\(library)")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        #expect(!paths.isEmpty)
        for path in paths {
            let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
            let words = Set(text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
            #expect(words.isDisjoint(with: Self.restricted), "\(path)")
        }
    }
}
