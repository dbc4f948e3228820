import Foundation
import Synchronization

/// A store in a file of `name,email` lines, which keeps the lines that are there.
///
/// The file is read when the first account comes, so that making the store cannot fail. An account is written before
/// ``add(_:)`` returns, by replacing the whole file: even after a crash, the file has either the old accounts, or the
/// old ones and the new one. Only one running program may use a file at a time.
final class FileStore: AccountStore {
    /// Puts data into a file, all of it or none.
    typealias Write = @Sendable (Data, URL) throws -> Void

    private let path: String
    private let write: Write
    private let contents = Mutex<Contents?>(nil)

    init(path: String, write: @escaping Write = { data, file in try data.write(to: file, options: .atomic) }) {
        self.path = path
        self.write = write
    }

    /// The lock is held while the file is written, because an account is only known once it is on the disk.
    func add(_ account: Account) throws(StoreError) {
        try contents.withLock { contents throws(StoreError) in
            var next = if let contents { contents } else { try read() }
            try next.add(account)
            try replace(with: next)
            contents = next
        }
    }

    func accounts() throws(StoreError) -> [Account] {
        try contents.withLock { contents throws(StoreError) in
            let current = if let contents { contents } else { try read() }
            contents = current
            return current.book.accounts
        }
    }
}

extension FileStore {
    /// The file itself, if `path` is a link to it: the link must not be replaced.
    private var file: URL { URL(filePath: path).resolvingSymlinksInPath() }

    private func read() throws(StoreError) -> Contents {
        do {
            let attributes = try FileManager.default.attributesOfItem(atPath: file.path(percentEncoded: false))
            guard attributes[.type] as? FileAttributeType == .typeRegular else {
                throw StoreError.unreadable(path: path, reason: "not a file")
            }
            return try Contents(Data(contentsOf: file))
        } catch CocoaError.fileReadNoSuchFile {
            return Contents()
        } catch let error as Contents.MalformedLine {
            throw .unreadable(path: path, reason: "line \(error.number) is not an account")
        } catch let error as StoreError {
            throw error
        } catch {
            throw .unreadable(path: path, reason: error.reason)
        }
    }

    private func replace(with contents: Contents) throws(StoreError) {
        do {
            try write(contents.data, file)
        } catch {
            throw .unwritable(path: path, reason: error.reason)
        }
    }
}
