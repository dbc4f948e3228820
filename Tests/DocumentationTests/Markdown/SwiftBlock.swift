/// A fenced block of Swift in a Markdown file.
struct SwiftBlock: Sendable {
    /// The treatment that the HTML comment in front of a block asks for.
    enum Directive: Equatable, Sendable {
        /// The block compiles on its own.
        case alone
        /// `<!-- compile: together -->`: the block continues the one before it.
        case together
        /// `<!-- compile: main-actor -->`: the block compiles on its own, isolated to the main actor by default.
        case mainActor
        /// `<!-- compile: file path -->`: the block is the end of a file that another target compiles.
        case file(path: String)
        /// `<!-- compile: never (reason) -->`: the block is no source file.
        case never(reason: String)
        /// `<!-- compile: last column -->`, in front of a table: the code in the last cell of a row.
        ///
        /// The rows of a table compile together, each in a function of its own.
        case row(ofTableAt: Int)
    }

    /// The file's path from the repository's root.
    let path: String
    /// The number of the block's first line of code.
    let line: Int
    let code: [String]
    let directive: Directive
}

extension SwiftBlock: CustomStringConvertible {
    var description: String { "\(path):\(line)" }
}
