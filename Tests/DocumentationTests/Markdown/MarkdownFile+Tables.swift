extension MarkdownFile {
    /// The rows of the table that begins with the line `heading`, each as its cells, without the rule below the
    /// heading.
    func rows(ofTable heading: String) -> [[String]] {
        guard let start = lines.firstIndex(of: heading) else { return [] }
        return lines[(start + 1)...]
            .prefix { $0.hasPrefix("|") }
            .dropFirst()
            .map { row in row.dropFirst(2).dropLast(2).split(separator: " | ", omittingEmptySubsequences: false) }
            .map { $0.map(String.init) }
    }
}
