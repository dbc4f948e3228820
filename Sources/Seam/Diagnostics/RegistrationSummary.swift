/// One registration of a container, for reading.
public struct RegistrationSummary: Sendable, CustomStringConvertible {
    /// The type, arguments and name.
    public let key: ServiceKey
    /// The scope of the instances.
    public let scope: Scope
    /// The place of the registration in the source.
    public let location: CallSite
    /// The other keys that find the same service, in the order in which they were added.
    public let aliases: [ServiceKey]
    /// Whether the registration is a contribution, which only ``Resolving/all(_:fileID:line:)`` finds.
    public let isContribution: Bool

    /// The parts of the summary on one line.
    public var description: String { cells(named: key.description).filter { !$0.isEmpty }.joined(separator: "  ") }

    /// The columns of a table.
    fileprivate func cells(named text: String) -> [String] {
        let name = isContribution ? "\(text) (contribution)" : text
        let also = aliases.map(\.description).joined(separator: ", ")
        return [name, scope.description, location.description, also.isEmpty ? "" : "also \(also)"]
    }
}

extension Container {
    /// The container's own registrations, in the order in which they were made.
    ///
    /// Contributions are included, and so are the declared factories that were used or overridden. An alias is listed
    /// with its target. May be called from any thread.
    ///
    /// - Complexity: O(*n* log *n*) in the number of registrations.
    public var registrations: [RegistrationSummary] {
        prepareForUse()
        let entries = allEntries(withDeclarations: true).inOrder
        let keys = Set(entries.filter { $0.target == nil }.map { EntryKey(signature: $0.signature, name: $0.name) })
        var aliases: [EntryKey: [ServiceKey]] = [:]
        var orphans: Set<Int> = []
        for entry in entries {
            guard let target = entry.target else { continue }
            let key = end(of: EntryKey(signature: target.signature, name: target.name))
            guard keys.contains(key) else {
                orphans.insert(entry.order)
                continue
            }
            aliases[key, default: []].append(entry.key)
        }
        return entries.filter { $0.target == nil || orphans.contains($0.order) }
            .map { entry in
                let isFound = entry.kind != .contribution && entry.kind != .declaration && entry.target == nil
                let key = EntryKey(signature: entry.signature, name: entry.name)
                return RegistrationSummary(
                    key: entry.key,
                    scope: entry.settings.scope,
                    location: entry.site.callSite,
                    aliases: isFound ? aliases[key] ?? [] : [],
                    isContribution: entry.kind == .contribution
                )
            }
    }

    /// The key at the end of a chain of aliases of this container.
    private func end(of key: EntryKey) -> EntryKey {
        var (last, seen) = (key, Set([key]))
        while let target = ownEntry(signature: last.signature, name: last.name)?.target {
            let next = EntryKey(signature: target.signature, name: target.name)
            guard seen.insert(next).inserted else { break }
            last = next
        }
        return last
    }
}

/// The identity of a key in one container.
private struct EntryKey: Hashable {
    let signature: Signature
    let name: ServiceName?
}

extension Container: CustomStringConvertible {
    /// The registrations as a table, with a row for each: key, scope, place in the source, aliases.
    public var description: String {
        let registrations = registrations
        let title = isMain ? "The main container" : "A container"
        let above = parent.map { $0.isMain ? ", child of the main container" : ", child of another one" } ?? ""
        let count = registrations.count == 1 ? "1 registration" : "\(registrations.count) registrations"
        let cells = zip(registrations, registrations.map(\.key).texts).map { $0.cells(named: $1) }
        return ([title + above + ", with " + count] + Self.rows(cells).map { "  " + $0 })
            .joined(separator: "\n")
    }

    /// The rows of a table whose columns are aligned.
    private static func rows(_ cells: [[String]]) -> [String] {
        let widths = (0..<4).map { column in cells.map { $0[column].count }.max() ?? 0 }
        return cells.map { row in
            let padded = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            let line = padded.joined(separator: "  ")
            return String(line[..<(line.lastIndex { $0 != " " }.map { line.index(after: $0) } ?? line.startIndex)])
        }
    }
}
