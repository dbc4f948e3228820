import Seam

extension Form {
    /// Every form.
    ///
    /// The forms that bind a container come last: a process remembers that one was bound.
    static var all: [Form] { held + declared + wrapped + changing + bound }

    private static let held = [
        Form("`optional()`, a miss", .unregistered),
        Form("`optional(name:)`, a miss", .unregisteredName),
        Form("`optional()`, a hit", .optionalHit),
        Form("`.singleton`, `.cached`, ready", .singleton),
        Form("`.shared`, ready", .shared),
        Form("`.container`, ready", .keptByContainer),
        Form("`.cached(for:)`, ready", .cachedForAWhile),
        Form("`.cached` by an `Int` argument, ready", .cachedByArgument),
        Form("`.unique`, from a container that you hold", .uniqueService),
        Form("`.unique`, with an argument", .oneArgument),
        Form("`.unique`, with an argument of another type that fits", .convertedArgument),
        Form("`.unique`, with a name that is a constant", .named),
        Form("`.unique`, with a name from a literal") {
            let container = Container.filled { container in
                container.register((any Service).self, name: "literal") { LiveService() }
            }
            return { count in
                for _ in 0..<count { consume(resolveLiteralName(from: container)) }
            }
        },
        Form("`.graph`, one object with nothing to share") {
            let container = Container.filled { container in
                container.register((any Service).self) { LiveService() }.scope(.graph)
            }
            return { count in
                for _ in 0..<count { consume(resolveService(from: container)) }
            }
        },
        Form("`.unique`, decorated", .decorated),
        Form("`.unique`, with a hook", .hooked),
        Form("`.unique`, with `onResolved`", .resolvedHook),
        Form("three services with `onResolved`, in the factory of a fourth", .resolvedHooks),
        Form("an alias of a ready singleton", .aliased),
        Form("an alias of a ready singleton, with a closure", .aliasedByClosure),
        Form("`T?`, a hit", .optionalType),
    ]

    private static let declared = [
        Form("`.singleton`, ready, in the factory of a cached service", .readyInFactory),
        Form("declared, ready", .declaredReady),
        Form("declared, unique", .declaredUnique),
        Form("declared, with an argument", .declaredWithArgument),
        Form("declared, `.cached` by an `Int` argument, ready", .declaredByArgument),
        Form("`@Inject(\\.x)`, ready", .injectedDeclaredReady),
        Form("`@Inject(\\.x)`, unique", .injectedDeclaredUnique),
        Form("`@Inject(\\.x)`, with an argument", .injectedDeclaredWithArgument),
    ]

    private static let wrapped = [
        Form("`resolve()` without a container") { mainBatch(freelyResolvedService) },
        Form("`@Inject`") { mainBatch(injectedService) },
        Form("`Lazy`, made and read", .lazy),
        Form("`Provider`, called", .provider),
        Form("`all()` of three", .allOfThree),
        Form("`resolveAsync`, a ready singleton", .asyncReady),
        Form("`resolveAsync`, a unique service", .asyncUnique),
        Form("`resolveAsync`, a unique service with an argument", .asyncArgument),
        Form("`resolveAsync`, an alias of a ready singleton", .asyncAlias),
    ]

    private static let changing = [
        Form("a `.cached` instance, built and reset", .resetAmongFew),
        Form("a `.cached` instance for a new argument, reset in the end", .resetByArgument),
        Form("a `.shared` instance that dies after each request", .dying),
        Form("a child container, and a `.container` instance of it") {
            let parent = Container.filled { container in
                container.register((any Service).self) { LiveService() }.scope(.container)
            }
            return { count in
                for _ in 0..<count { consume(resolveService(from: Container(parent: parent))) }
            }
        },
        Form("a child container, three unique services from it", .child),
    ]

    private static let bound = [
        Form("`resolve()` in a program that has used `withContainer`") {
            withContainer(Container()) {}
            return mainBatch(freelyResolvedService)
        },
        Form("`resolve()` inside `withContainer`") {
            let container = Container.filled(registerService)
            return { count in
                withContainer(container) {
                    for _ in 0..<count { consume(freelyResolvedService()) }
                }
            }
        },
        Form("`withOverrides` of one service, and that service", .overridingAmongFew),
    ]

    /// Asks the main container, which is filled as the others are.
    private static func mainBatch(_ request: @escaping () -> any Service) -> (Int) -> Void {
        Container.fillMain()
        return { count in
            for _ in 0..<count { consume(request()) }
        }
    }
}

@inline(never)
private func resolveLiteralName(from container: Container) -> any Service {
    container.resolve(name: "literal")
}
