import Foundation

/// A file of sign-ups.
struct FileSource: SignUpSource {
    let name: String
    private let location: URL

    /// Reads the file at `location`, which the report calls `name`.
    init(name: String, location: URL) {
        self.name = name
        self.location = location
    }

    func read() throws(SourceError) -> Data {
        do {
            return try FileHandle(forReadingFrom: location).readToEnd() ?? Data()
        } catch {
            throw SourceError(source: name, reason: error.reason)
        }
    }
}

extension FileSource {
    /// A file of the user's.
    init(path: String) {
        self.init(name: "'\(path)'", location: URL(filePath: path))
    }

    /// The sample that ships with the program.
    static var sample: FileSource {
        let resources = Bundle.module.resourceURL ?? Bundle.module.bundleURL
        return FileSource(name: "the sample", location: resources.appending(path: "sample.csv"))
    }
}
