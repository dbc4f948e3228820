/// The store of accounts, as the user names it: `memory` or `file:PATH`.
enum Storage: Equatable, Sendable {
    case memory
    case file(path: String)
}

extension Storage {
    init?(_ argument: String) {
        if argument == "memory" {
            self = .memory
        } else if let path = argument.value(after: "file:") {
            self = .file(path: path)
        } else {
            return nil
        }
    }
}
