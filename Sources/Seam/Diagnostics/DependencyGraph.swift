/// The services of a container and their dependencies, as a value that can be stored, compared and drawn.
///
/// ``Container/dependencyGraph(_:)`` makes it. Nodes are in the order of registration, those of parents first; declared
/// and missing services follow. Edges are in the order in which they were seen.
public struct DependencyGraph: Sendable, Hashable, Codable {
    /// One service.
    public struct Node: Sendable, Hashable, Codable, Identifiable {
        /// The kind of a node.
        ///
        /// Later versions may add kinds.
        public struct Kind: RawRepresentable, Sendable, Hashable, Codable {
            /// The name of the kind.
            public let rawValue: String

            /// Creates a kind from its name.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// A registration with a factory.
            public static let factory = Self(rawValue: "factory")
            /// A registration with an async factory.
            public static let async = Self(rawValue: "async")
            /// A registration with a factory on the main actor.
            public static let mainActor = Self(rawValue: "mainActor")
            /// A registered value.
            public static let value = Self(rawValue: "value")
            /// Another key of a service.
            public static let alias = Self(rawValue: "alias")
            /// A contribution, which only `all()` finds.
            public static let contribution = Self(rawValue: "contribution")
            /// A declared factory.
            public static let declaration = Self(rawValue: "declaration")
            /// A service that is needed and not registered.
            public static let missing = Self(rawValue: "missing")
        }

        /// The text of the key; a number follows where several nodes would have the same.
        public let id: String
        /// The type, arguments and name.
        public let key: String
        /// The scope; empty for a missing service.
        public let scope: String
        /// The place of the registration in the source.
        public let location: String?
        /// The kind of the registration.
        public let kind: Kind
    }

    /// One dependency.
    public struct Edge: Sendable, Hashable, Codable {
        /// The kind of an edge.
        ///
        /// Later versions may add kinds.
        public struct Kind: RawRepresentable, Sendable, Hashable, Codable {
            /// The name of the kind.
            public let rawValue: String

            /// Creates a kind from its name.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// The factory asks for the service.
            public static let eager = Self(rawValue: "eager")
            /// The service is resolved later.
            public static let lazy = Self(rawValue: "lazy")
            /// The alias stands for the service.
            public static let alias = Self(rawValue: "alias")
            /// A decorator asks for the service.
            public static let decorator = Self(rawValue: "decorator")
            /// A hook asks for the service.
            public static let hook = Self(rawValue: "hook")
            /// The service is one of all contributions to a type.
            public static let contribution = Self(rawValue: "contribution")
        }

        /// The fault that an edge is part of.
        public enum Fault: String, Sendable, Hashable, Codable {
            /// The edge is part of a circle.
            case cycle
            /// The edge leads from a kept service to one that is kept for a shorter time.
            case captive
        }

        /// The dependent service.
        public let from: Node.ID
        /// The service that it depends on.
        public let to: Node.ID
        /// The kind of the dependency.
        public let kind: Kind
        /// The fault that the edge is part of, if it is part of one.
        public let fault: Fault?
    }

    /// The services.
    public let nodes: [Node]
    /// The dependencies.
    public let edges: [Edge]
}

extension DependencyGraph.Node.Kind: CustomStringConvertible {
    /// The name of the kind, without its type.
    public var description: String { rawValue }
}

extension DependencyGraph.Edge.Kind: CustomStringConvertible {
    /// The name of the kind, without its type.
    public var description: String { rawValue }
}

// MARK: - From a dry run

extension DependencyGraph.Node.Kind {
    init(of entry: RegistryEntry) {
        switch entry.kind {
        case .factory: self = entry.settings.values.isBuiltOnMainActor ? .mainActor : .factory
        case .value: self = .value
        case .async: self = .async
        case .alias: self = .alias
        case .contribution: self = .contribution
        case .declaration: self = .declaration
        }
    }
}

extension DependencyGraph {
    init(_ record: DryRunRecord) {
        var services = record.services
        let dependencies = record.dependencies + record.dependenciesOnMissingServices
        let missing = record.missingServices.map(\.key)
        // A promise that nobody has kept is a declared service, which the run has seen.
        for key in missing where record[key.dryRunID] == nil {
            services.append(.init(id: key.dryRunID, key: key, scope: .unique, location: nil, kind: .missing))
        }
        let missingIDs = Set(missing.map(\.dryRunID))
        var names: [DryRunRecord.ID: Node.ID] = [:]
        var uses: [String: Int] = [:]
        nodes = zip(services, services.map(\.key).texts)
            .map { service, key in
                let use = uses[key, default: 0] + 1
                uses[key] = use
                let id = use == 1 ? key : "\(key) #\(use)"
                names[service.id] = id
                let isMissing = missingIDs.contains(service.id)
                return Node(
                    id: id,
                    key: key,
                    scope: isMissing ? "" : record.end(of: service).scope.description,
                    location: service.location?.description,
                    kind: isMissing ? .missing : service.kind
                )
            }
        let faults = Self.faults(of: record)
        edges = dependencies.compactMap { dependency in
            guard let from = names[dependency.from], let to = names[dependency.to] else { return nil }
            var fault = faults[dependency.from]?[dependency.to]
            if dependency.kind == .lazy, fault == .cycle || !record.heldLater.contains(dependency) { fault = nil }
            return Edge(from: from, to: to, kind: dependency.kind, fault: fault)
        }
    }

    /// The faults of the edges on the paths of findings, by both ends.
    private static func faults(of record: DryRunRecord) -> [DryRunRecord.ID: [DryRunRecord.ID: Edge.Fault]] {
        var faults: [DryRunRecord.ID: [DryRunRecord.ID: Edge.Fault]] = [:]
        func mark(_ path: [DryRunRecord.ID], _ fault: Edge.Fault) {
            for (from, to) in zip(path, path.dropFirst()) { faults[from, default: [:]][to] = fault }
        }
        for path in record.captivePaths { mark(path, .captive) }
        for finding in record.cycles { mark(record.nodes(of: finding.path), .cycle) }
        return faults
    }
}
