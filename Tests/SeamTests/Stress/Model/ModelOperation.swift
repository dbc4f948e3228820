import TestKit

/// A request of the model test: one kind of service or one role, a name and an argument.
struct ModelKey: Hashable, Sendable {
    enum Service: Hashable, Sendable {
        /// One of ``ModelThing``'s kinds.
        case kind(Int)
        /// One of the protocols that all kinds conform to; only aliases are registered for it.
        case role(Int)
        /// A declared factory; each has a scope of its own.
        case declared(Int)
    }

    var service: Service
    var name: Int?
    var takesArgument: Bool

    /// Three kinds of ordinary services, one whose factory may fail, and one of registered values.
    static let kindCount = 5
    static let failingKind = 3
    static let valueKind = 4
    static let roleCount = 2
    /// The scopes of the declared factories.
    static let declaredScopes: [ModelScope] = [.unique, .graph, .cached, .singleton, .shared, .container]
}

/// The scopes of the model test.
enum ModelScope: CaseIterable, Sendable {
    case unique
    case graph
    case cached
    case named
    case expiring
    case shared
    case container
    case singleton
    case custom
}

/// One step of the model test.
///
/// Containers are numbers, taken modulo the containers that there are.
enum ModelOperation: Sendable {
    case register(in: Int, ModelKey, ModelScope, needs: Int?)
    case contribute(in: Int, kind: Int, ModelScope)
    case unregister(in: Int, ModelKey)
    case alias(in: Int, of: ModelKey, role: Int, name: Int?)
    case decorate(in: Int, kind: Int, name: Int?, mark: Int)
    case decorateRegistration(in: Int, ModelKey, mark: Int)
    case reset(in: Int, ModelScope?)
    case removeAll(in: Int)
    case resolve(in: Int, ModelKey, argument: Int, holds: Bool)
    case optional(in: Int, kind: Int, name: Int?)
    case all(in: Int, kind: Int)
    case isRegistered(in: Int, ModelKey)
    case resolveDeclared(in: Int, Int, holds: Bool)
    case overrideDeclared(in: Int, Int)
    case resetDeclared(in: Int, Int)
    case isOverridden(in: Int, Int)
    case child(of: Int)
    case copy(of: Int)
    case overrides(of: Int, ModelKey, ModelScope)
    case discard(Int)
    case letGo
    case advanceClock
}

extension ModelOperation {
    /// A random operation; the frequent ones are those that a program does most.
    static func random(using generator: inout some RandomNumberGenerator) -> Self {
        func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
        func name() -> Int? { number(2) == 0 ? nil : number(2) }
        func scope() -> ModelScope { ModelScope.allCases[number(ModelScope.allCases.count)] }
        func key() -> ModelKey {
            ModelKey(service: .kind(number(ModelKey.kindCount)), name: name(), takesArgument: number(4) == 0)
        }
        func anyKey() -> ModelKey {
            guard number(3) == 0 else { return key() }
            return ModelKey(service: .role(number(ModelKey.roleCount)), name: name(), takesArgument: number(4) == 0)
        }
        func declared() -> Int { number(ModelKey.declaredScopes.count) }
        let container = number(8)
        switch number(1_000) {
        case 0..<160: return .register(in: container, key(), scope(), needs: number(2) == 0 ? nil : number(3))
        case 160..<190: return .contribute(in: container, kind: number(3), scope())
        case 190..<230: return .unregister(in: container, anyKey())
        case 230..<270: return .alias(in: container, of: key(), role: number(ModelKey.roleCount), name: name())
        case 270..<290: return .decorate(in: container, kind: number(4), name: name(), mark: number(100))
        case 290..<310: return .decorateRegistration(in: container, key(), mark: number(100))
        case 310..<350: return .reset(in: container, number(4) == 0 ? nil : scope())
        case 350..<355: return .removeAll(in: container)
        case 355..<665: return .resolve(in: container, anyKey(), argument: number(3), holds: number(2) == 0)
        case 665..<710: return .resolveDeclared(in: container, declared(), holds: number(2) == 0)
        case 710..<720: return .overrideDeclared(in: container, declared())
        case 720..<730: return .resetDeclared(in: container, declared())
        case 730..<735: return .isOverridden(in: container, declared())
        case 735..<815: return .optional(in: container, kind: number(3), name: name())
        case 815..<865: return .all(in: container, kind: number(3))
        case 865..<895: return .isRegistered(in: container, anyKey())
        case 895..<915: return .child(of: container)
        case 915..<925: return .copy(of: container)
        case 925..<930:
            // Which copies of an override share the instances of asked containers depends on which were used before.
            let scope = scope()
            return .overrides(of: container, key(), scope == .container ? .cached : scope)
        case 930..<955: return .discard(container)
        case 955..<980: return .letGo
        default: return .advanceClock
        }
    }

    /// A sequence that a seed determines.
    static func sequence(count: Int, seed: UInt64) -> [Self] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { _ in random(using: &generator) }
    }
}
