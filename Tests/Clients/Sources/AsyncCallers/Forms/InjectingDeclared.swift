import Seam

/// The wrappers of declared services.
@inline(__always)
func injectDeclared() {
    let container = Container()
    let injected = withContainer(container) { InjectedDeclarations() }
    expect(injected.greeter === injected.lazy && injected.weak === injected.dynamic)

    @Inject(\.greeter, in: container) var local
    @LazyInject(\.greeter, in: container) var localLazy
    @WeakInject(\.greeter, in: container) var localWeak
    @DynamicInject(\.greeter, in: container) var localDynamic
    expect(local === localLazy && localWeak === localDynamic)
}

private struct InjectedDeclarations {
    @Inject(\.greeter) var greeter
    @LazyInject(\.greeter) var lazy
    @WeakInject(\.greeter) var weak
    @DynamicInject(\.greeter) var dynamic
}

@inline(__always)
func injectDeclaredWithArguments() {
    let container = Container()
    let injected = withContainer(container) { InjectedDeclarationsWithArguments() }
    expect(injected.visit == injected.lazy && injected.weak == nil && injected.dynamic.name == "Bob")

    @Inject(\.booking, arguments: 3, "Bob", in: container) var local
    @LazyInject(\.booking, arguments: 3, "Bob", in: container) var localLazy
    @DynamicInject(\.booking, arguments: 3, "Bob", in: container) var localDynamic
    expect(local == localLazy && local == localDynamic)
}

private struct InjectedDeclarationsWithArguments {
    @Inject(\.visit, arguments: 3) var visit
    @LazyInject(\.visit, arguments: 3) var lazy
    @WeakInject(\.visit, arguments: 3) var weak
    @DynamicInject(\.booking, arguments: 3, "Bob") var dynamic
}
