/// The place of a build for those who have no thread or task of their own to ask in: a warm-up, a dry run.
enum BuildPlace {
    /// In a task, which awaits the factory.
    case task
    case mainActor
    case thread
}

extension Target {
    /// Whether the factory of the registration, or the closure that a request for a declared service brings, is async.
    func isAsync(_ declared: DeclaredParts?) -> Bool {
        entry.kind == .async || (entry.kind == .declaration && declared?.settings?.values.asyncFactory != nil)
    }

    /// Whether the factory, a decorator or a hook runs on the main actor, those of the declaration included.
    func needsMainActor(_ declared: DeclaredParts?) -> Bool {
        if needsMainActor { return true }
        guard let settings = declared?.settings?.values else { return false }
        return settings.isCompletedOnMainActor || (entry.kind == .declaration && settings.isBuiltOnMainActor)
    }

    /// The place where the service is built, or the one that an alias stands for.
    func place(_ declared: DeclaredParts? = nil) -> BuildPlace {
        if end.kind == .async || isAsync(declared) { return .task }
        return needsMainActor(declared) || end.settings.isOnMainActor ? .mainActor : .thread
    }
}

extension RegistryEntry {
    /// Whether the factory of the registration, or of the declaration, is async.
    var isAwaited: Bool { kind == .async || (kind == .declaration && declaration?.isAsync == true) }
}
