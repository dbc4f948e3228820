import Foundation

/// Sign-ups typed or piped into the program.
struct StandardInputSource: SignUpSource {
    let name = "standard input"

    func read() throws(SourceError) -> Data {
        do {
            return try FileHandle.standardInput.readToEnd() ?? Data()
        } catch {
            throw SourceError(source: name, reason: error.reason)
        }
    }
}
