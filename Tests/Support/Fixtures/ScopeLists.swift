package import Seam

extension Scope {
    /// A custom scope that keeps its instances strongly.
    package static let shelf = Scope("shelf") { StrongStorage() }
}

/// The arguments of tests that hold for many scopes.
extension [Scope] {
    /// One scope of every kind.
    package static let all = notKeeping + keepingOrShared

    /// The constants of `Scope`.
    package static let builtIn: [Scope] = [.unique, .graph, .cached, .shared, .container, .singleton]

    /// The scopes that hold values as well as objects.
    package static let forValues = notKeeping + keeping

    /// The scopes that give one instance to several dependents.
    package static let notUnique = [.graph] + keepingOrShared

    /// The scopes that keep instances beyond their request, strongly or weakly.
    package static let keepingOrShared = keeping + [.shared]

    /// The scopes that hold instances strongly beyond their request.
    package static let keeping: [Scope] = [
        .cached, .cached("named"), .cached(for: .seconds(3_600)), .container, .singleton, .shelf,
    ]

    /// The scopes that keep one instance in the container of its registration.
    package static let keptByOwner = keepingOrShared.filter { $0 != .container }

    /// The scopes that hold no instance beyond its request.
    package static let notKeeping: [Scope] = [.unique, .graph]
}
