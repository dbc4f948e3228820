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
    /// Whether the factory is async.
    ///
    /// If it is, requests have to be awaited unless a kept instance is ready.
    public let isAsync: Bool
    /// Whether the factory, a decorator or a hook belongs to the main actor, so that the service is built there.
    public let isBuiltOnMainActor: Bool

    /// The parts of the summary on one line.
    public var description: String { cells(named: key.description).filter { !$0.isEmpty }.joined(separator: "  ") }

    /// The columns of a table.
    fileprivate func cells(named text: String) -> [String] {
        let name = isContribution ? "\(text) (contribution)" : text
        let parts = [scope.description] + (isAsync ? ["async"] : []) + (isBuiltOnMainActor ? ["main actor"] : [])
        let also = aliases.map(\.description).joined(separator: ", ")
        return [name, parts.joined(separator: ", "), location.description, also.isEmpty ? "" : "also \(also)"]
    }
}

extension Container {
    /// The container's own registrations, in the order in which they were made.
    ///
    /// Contributions are included, and so are the declared factories that were used or overridden. An alias is listed
    /// with its target, or by itself if the target is not in this container. May be called from any thread.
    ///
    /// - Complexity: O(*n* log *n*) in the number of registrations, and O(*m*) for each alias in the number of aliases
    ///   behind it.
    public var registrations: [RegistrationSummary] {
        let entries = prepared { allEntries(withDeclarations: true) }.inOrder
        let own = Set(entries.map { ObjectIdentifier($0) })
        var aliases: [ObjectIdentifier: [ServiceKey]] = [:]
        var listed: [RegistryEntry] = []
        for entry in entries {
            // An alias that leads out of this container, or nowhere, is listed itself.
            guard entry.kind == .alias, let end = ownEnd(of: entry), own.contains(ObjectIdentifier(end)) else {
                listed.append(entry)
                continue
            }
            aliases[ObjectIdentifier(end), default: []].append(entry.key)
        }
        let ofOrder = Dictionary(entries.map { ($0.order, $0) }) { first, _ in first }
        return listed.map { entry in
            let end = entry.contributionOrder.flatMap { ofOrder[$0] } ?? entry
            // To follow an alias that leads out of this container would be a use of the parent.
            let targets = end.aliasTarget == nil ? targets(of: (end, self)) : []
            return RegistrationSummary(
                key: entry.key,
                scope: end.settings.scope,
                location: entry.site.callSite,
                aliases: aliases[ObjectIdentifier(entry)] ?? [],
                isContribution: entry.kind == .contribution,
                isAsync: end.isAwaited,
                isBuiltOnMainActor: Self.areBuiltOnMainActor(targets, ending: end)
            )
        }
    }

    /// The registration at the end of a chain of aliases; `nil` if it is not this container's own, or if there is none.
    private func ownEnd(of alias: RegistryEntry) -> RegistryEntry? {
        var (end, seen) = (alias, Set([alias.order]))
        while case .key(let signature, let name) = end.aliasTarget {
            guard let next = ownEntry(signature: signature, name),
                seen.insert(next.order).inserted
            else { return nil }
            end = next
        }
        return end
    }
}

extension Container: CustomStringConvertible {
    /// The registrations as a table, with a row for each: key, scope, place in the source, aliases.
    ///
    /// Async services and those of the main actor are marked; the title says whether the container was shut down.
    ///
    /// - Complexity: That of ``registrations``.
    public var description: String {
        let registrations = registrations
        let title = isMain ? "The main container" : "A container"
        let above = parent.map { $0.isMain ? ", child of the main container" : ", child of another one" } ?? ""
        let closed = isClosed ? ", shut down" : ""
        let count = registrations.count == 1 ? "1 registration" : "\(registrations.count) registrations"
        let cells = zip(registrations, registrations.map(\.key).texts).map { $0.cells(named: $1) }
        return ([title + above + closed + ", with " + count] + Self.rows(cells).map { "  " + $0 })
            .joined(separator: "\n")
    }

    /// The rows of a table whose columns are aligned.
    private static func rows(_ cells: [[String]]) -> [String] {
        let widths = (0..<4).map { column in cells.map { $0[column].count }.max() ?? 0 }
        return cells.map { row in
            let padded = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            var line = padded.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line
        }
    }
}
