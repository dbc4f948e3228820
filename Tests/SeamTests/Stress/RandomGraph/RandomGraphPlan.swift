import Seam
import TestKit

/// A graph of services and the requests for it, as a value that a seed determines.
struct RandomGraphPlan: Sendable {
    /// The rules of a round.
    enum Kind: String, CaseIterable, Sendable {
        /// A service needs only services with lower numbers: every request succeeds, every kept key is built once.
        case acyclic
        /// Some services need each other: every request ends in a value or an error.
        case cyclic
        /// Acyclic, with resets and re-registrations between the requests.
        case changingAcyclic
        /// Cyclic, with resets, re-registrations and removals between the requests.
        case changingCyclic

        var isCyclic: Bool { self == .cyclic || self == .changingCyclic }
        var isChanging: Bool { self == .changingAcyclic || self == .changingCyclic }
    }

    /// The way in which a factory asks for its dependencies.
    enum Asking: String, Sendable {
        case oneByOne = "one by one"
        case asyncLet = "two in async let"
        case group = "in a task group"
        case task = "in a task"
        /// In a detached task or on another thread, which belong to no request.
        case outside = "from outside"
    }

    /// The other key of a service.
    enum Alias: String, Sendable {
        case plain = "alias"
        case decorated = "decorated alias"
        case twofold = "alias of an alias"
        case decoratedTwofold = "decorated alias of an alias"

        var isDecorated: Bool { self == .decorated || self == .decoratedTwofold }
        var isTwofold: Bool { self == .twofold || self == .decoratedTwofold }
    }

    struct Service: Sendable {
        let number: Int
        var isAsync = false
        var scope = Scope.unique
        /// Resolved by the factory.
        var dependencies: [Int] = []
        var asking = Asking.oneByOne
        /// Resolved by an `onCreate` hook; `nil` without a hook.
        var created: [Int]?
        /// Resolved by an `onResolved` hook; `nil` without a hook.
        var resolved: [Int]?
        /// Resolved by a decorator; `nil` without a decorator.
        var decoration: [Int]?
        var alias: Alias?
        /// The number of times that the factory lets other threads run.
        var pauses = 0
        /// The number of first builds that fail.
        var failures = 0
        /// Whether the child has a registration of its own.
        var isOverridden = false

        /// Whether a scope keeps the instance.
        var isKept: Bool { scope != .unique && scope != .graph }
    }

    /// A request or a change, made by one worker.
    enum Step: Sendable {
        case request(Int, inChild: Bool, byAlias: Bool)
        case register(Int, inChild: Bool)
        case unregister(Int, inChild: Bool)
        case reset(Scope?, inChild: Bool)
    }

    let seed: UInt64
    let kind: Kind
    var services: [Service] = []
    /// One list for each worker.
    var steps: [[Step]] = []

    static let workers = 8
    static let scopes: [Scope] = [
        .unique, .graph, .cached, .cached(for: .seconds(86_400)), .shared, .container, .singleton, .shelf,
    ]
}

// MARK: - Descriptions

extension RandomGraphPlan.Service: CustomStringConvertible {
    var description: String {
        var parts = ["\(number): \(isAsync ? "async" : "sync") \(scope)"]
        if !dependencies.isEmpty { parts.append("needs \(dependencies) \(asking.rawValue)") }
        if let created { parts.append("onCreate \(created)") }
        if let resolved { parts.append("onResolved \(resolved)") }
        if let decoration { parts.append("decorated \(decoration)") }
        if let alias { parts.append(alias.rawValue) }
        if failures > 0 { parts.append("fails \(failures)×") }
        if isOverridden { parts.append("also in the child") }
        return parts.joined(separator: ", ")
    }
}

extension RandomGraphPlan.Step: CustomStringConvertible {
    var description: String {
        switch self {
        case .request(let number, let inChild, let byAlias):
            "asks the \(Self.place(inChild)) for \(number)\(byAlias ? " by its alias" : "")"
        case .register(let number, let inChild): "registers \(number) in the \(Self.place(inChild))"
        case .unregister(let number, let inChild): "unregisters \(number) in the \(Self.place(inChild))"
        case .reset(let scope, let inChild): "resets \(scope?.description ?? "all") of the \(Self.place(inChild))"
        }
    }

    private static func place(_ inChild: Bool) -> String { inChild ? "child" : "root" }
}
