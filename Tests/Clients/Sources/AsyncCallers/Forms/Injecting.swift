import Seam

private struct Injected {
    @Inject var greeter: any Greeter
    @Inject(name: .formal) var formal: any Greeter
    @Inject var absent: Int?
    @LazyInject var lazy: any Greeter
    @LazyInject(name: .formal) var lazyFormal: any Greeter
    @WeakInject var weak: (any Greeter)?
    @DynamicInject var dynamic: any Greeter
    @InjectAll var all: [any Greeter]
}

/// The wrappers as properties, as local variables, and with values of their own.
@inline(__always)
func inject() {
    let container = Container()
    container.register { Plain() as any Greeter }.scope(.singleton)
    container.register(name: .formal) { Framed($0.resolve()) as any Greeter }
    let injected = withContainer(container) { Injected() }
    expect(injected.greeter === injected.lazy && injected.lazy === injected.dynamic)
    expect(injected.weak === injected.greeter && injected.$weak.isResolved && injected.absent == nil)
    expect(injected.formal.greeting == injected.lazyFormal.greeting)
    expect(injected.all.count == 2 && injected.$lazy.isResolved)
    injected.$lazy.release()
    expect(!injected.$lazy.isResolved)

    @Inject(in: container) var local: any Greeter
    @LazyInject(in: container) var localLazy: any Greeter
    @WeakInject(in: container) var localWeak: (any Greeter)?
    @DynamicInject(in: container) var localDynamic: any Greeter
    @InjectAll(in: container) var localAll: [any Greeter]
    expect(local === localLazy && local === localWeak && local === localDynamic && localAll.count == 2)

    var given = Given(
        name: .constant("Ann"),
        lazy: .constant("Bob"),
        weak: .constant(nil),
        dynamic: .constant("Cid"),
        all: .constant(["Dan"])
    )
    given.name = "Eve"
    given.lazy = "Flo"
    given.weak = local
    expect([given.name, given.lazy, given.dynamic] + given.all == ["Eve", "Flo", "Cid", "Dan"])
    expect(given.weak === local)
}

private struct Given {
    @Inject var name: String
    @LazyInject var lazy: String
    @WeakInject var weak: (any Greeter)?
    @DynamicInject var dynamic: String
    @InjectAll var all: [String]
}

@inline(__always)
func injectWithArguments() {
    let container = Container()
    container.register { _, table in Visit(table: table, name: "Ann") }
    let injected = withContainer(container) { InjectedWithArguments() }
    expect(injected.visit == injected.lazy && injected.visit == injected.dynamic && injected.weak == nil)

    @Inject(arguments: 3, in: container) var local: Visit
    @LazyInject(arguments: 3, in: container) var localLazy: Visit
    @WeakInject(arguments: 3, in: container) var localWeak: Visit?
    @DynamicInject(arguments: 3, in: container) var localDynamic: Visit
    expect(local == localLazy && local == localDynamic && localWeak == nil)
}

private struct InjectedWithArguments {
    @Inject(arguments: 3) var visit: Visit
    @LazyInject(arguments: 3) var lazy: Visit
    @WeakInject(arguments: 3) var weak: Visit?
    @DynamicInject(arguments: 3) var dynamic: Visit
}
