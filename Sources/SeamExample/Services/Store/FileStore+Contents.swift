import Foundation

extension FileStore {
    /// The content of the file: its bytes, and the accounts in them.
    struct Contents {
        private(set) var data = Data()
        private(set) var book = AccountBook()

        /// Adds a line; every byte that was there stays.
        mutating func add(_ account: Account) throws(StoreError) {
            try book.add(account)
            if let last = data.last, last != UInt8(ascii: "\n") {
                data.append(UInt8(ascii: "\n"))
            }
            data.append(contentsOf: Data("\(account.line)\n".utf8))
        }
    }
}

extension FileStore.Contents {
    /// The failure to read a file that holds something else than accounts; the file is left alone.
    struct MalformedLine: Error {
        let number: Int
    }

    /// Reads the lines that a store or a person has written.
    init(_ data: Data) throws(MalformedLine) {
        self.data = data
        for line in SignUpLine.lines(of: data) {
            guard let text = line.text, let account = Account(line: text) else {
                throw MalformedLine(number: line.number)
            }
            // Of two accounts with one e-mail the first counts; the second stays in the file.
            try? book.add(account)
        }
    }
}
