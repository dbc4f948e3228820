import Foundation

extension FileStore {
    /// What is in the file: its bytes, and the accounts that they stand for.
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
    /// The file holds something else than accounts, and is better left alone.
    struct MalformedLine: Error {
        let number: Int
    }

    /// Reads what a store has written, or what somebody has typed.
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
