import Dispatch
import Foundation

/// A group of forms in four `async` functions, which differ in what follows the forms.
///
/// The forms are inlined functions that do not wait, so each caller is compiled with the forms in it. An optimising
/// compiler may fail on one form in such a caller, and succeed if the caller also suspends or passes arguments. Forms
/// with arguments therefore have callers of their own.
struct Caller: Sendable {
    let returning: @Sendable () async -> Void
    let suspending: @Sendable () async -> Void
    let exiting: @Sendable () async -> Never
    let dispatching: @MainActor @Sendable () async -> Never
}

extension Caller {
    static let all: [Caller] = [
        Caller(
            returning: { register() },
            suspending: { await suspend(after: register()) },
            exiting: { exit(after: register()) },
            dispatching: { dispatchMain(after: register()) }
        ),
        Caller(
            returning: { registerWithArguments() },
            suspending: { await suspend(after: registerWithArguments()) },
            exiting: { exit(after: registerWithArguments()) },
            dispatching: { dispatchMain(after: registerWithArguments()) }
        ),
        Caller(
            returning: { registerAsyncFactories() },
            suspending: { await suspend(after: registerAsyncFactories()) },
            exiting: { exit(after: registerAsyncFactories()) },
            dispatching: { dispatchMain(after: registerAsyncFactories()) }
        ),
        Caller(
            returning: { registerAsyncFactoriesWithArguments() },
            suspending: { await suspend(after: registerAsyncFactoriesWithArguments()) },
            exiting: { exit(after: registerAsyncFactoriesWithArguments()) },
            dispatching: { dispatchMain(after: registerAsyncFactoriesWithArguments()) }
        ),
        Caller(
            returning: { registerMainActorFactories() },
            suspending: { await suspend(after: registerMainActorFactories()) },
            exiting: { exit(after: registerMainActorFactories()) },
            dispatching: { dispatchMain(after: registerMainActorFactories()) }
        ),
        Caller(
            returning: { registerMainActorFactoriesWithArguments() },
            suspending: { await suspend(after: registerMainActorFactoriesWithArguments()) },
            exiting: { exit(after: registerMainActorFactoriesWithArguments()) },
            dispatching: { dispatchMain(after: registerMainActorFactoriesWithArguments()) }
        ),
        Caller(
            returning: { autowire() },
            suspending: { await suspend(after: autowire()) },
            exiting: { exit(after: autowire()) },
            dispatching: { dispatchMain(after: autowire()) }
        ),
        Caller(
            returning: { autowireDependencies() },
            suspending: { await suspend(after: autowireDependencies()) },
            exiting: { exit(after: autowireDependencies()) },
            dispatching: { dispatchMain(after: autowireDependencies()) }
        ),
        Caller(
            returning: { contribute() },
            suspending: { await suspend(after: contribute()) },
            exiting: { exit(after: contribute()) },
            dispatching: { dispatchMain(after: contribute()) }
        ),
        Caller(
            returning: { configure() },
            suspending: { await suspend(after: configure()) },
            exiting: { exit(after: configure()) },
            dispatching: { dispatchMain(after: configure()) }
        ),
        Caller(
            returning: { configureWithArguments() },
            suspending: { await suspend(after: configureWithArguments()) },
            exiting: { exit(after: configureWithArguments()) },
            dispatching: { dispatchMain(after: configureWithArguments()) }
        ),
        Caller(
            returning: { decorate() },
            suspending: { await suspend(after: decorate()) },
            exiting: { exit(after: decorate()) },
            dispatching: { dispatchMain(after: decorate()) }
        ),
        Caller(
            returning: { resolve() },
            suspending: { await suspend(after: resolve()) },
            exiting: { exit(after: resolve()) },
            dispatching: { dispatchMain(after: resolve()) }
        ),
        Caller(
            returning: { resolveWithArguments() },
            suspending: { await suspend(after: resolveWithArguments()) },
            exiting: { exit(after: resolveWithArguments()) },
            dispatching: { dispatchMain(after: resolveWithArguments()) }
        ),
        Caller(
            returning: { resolveDerived() },
            suspending: { await suspend(after: resolveDerived()) },
            exiting: { exit(after: resolveDerived()) },
            dispatching: { dispatchMain(after: resolveDerived()) }
        ),
        Caller(
            returning: { resolveDerivedWithArguments() },
            suspending: { await suspend(after: resolveDerivedWithArguments()) },
            exiting: { exit(after: resolveDerivedWithArguments()) },
            dispatching: { dispatchMain(after: resolveDerivedWithArguments()) }
        ),
        Caller(
            returning: { provide() },
            suspending: { await suspend(after: provide()) },
            exiting: { exit(after: provide()) },
            dispatching: { dispatchMain(after: provide()) }
        ),
        Caller(
            returning: { provideWithArguments() },
            suspending: { await suspend(after: provideWithArguments()) },
            exiting: { exit(after: provideWithArguments()) },
            dispatching: { dispatchMain(after: provideWithArguments()) }
        ),
        Caller(
            returning: { inject() },
            suspending: { await suspend(after: inject()) },
            exiting: { exit(after: inject()) },
            dispatching: { dispatchMain(after: inject()) }
        ),
        Caller(
            returning: { injectWithArguments() },
            suspending: { await suspend(after: injectWithArguments()) },
            exiting: { exit(after: injectWithArguments()) },
            dispatching: { dispatchMain(after: injectWithArguments()) }
        ),
        Caller(
            returning: { injectDeclared() },
            suspending: { await suspend(after: injectDeclared()) },
            exiting: { exit(after: injectDeclared()) },
            dispatching: { dispatchMain(after: injectDeclared()) }
        ),
        Caller(
            returning: { injectDeclaredWithArguments() },
            suspending: { await suspend(after: injectDeclaredWithArguments()) },
            exiting: { exit(after: injectDeclaredWithArguments()) },
            dispatching: { dispatchMain(after: injectDeclaredWithArguments()) }
        ),
        Caller(
            returning: { override() },
            suspending: { await suspend(after: override()) },
            exiting: { exit(after: override()) },
            dispatching: { dispatchMain(after: override()) }
        ),
        Caller(
            returning: { declare() },
            suspending: { await suspend(after: declare()) },
            exiting: { exit(after: declare()) },
            dispatching: { dispatchMain(after: declare()) }
        ),
        Caller(
            returning: { declareWithArguments() },
            suspending: { await suspend(after: declareWithArguments()) },
            exiting: { exit(after: declareWithArguments()) },
            dispatching: { dispatchMain(after: declareWithArguments()) }
        ),
        Caller(
            returning: { declareAsync() },
            suspending: { await suspend(after: declareAsync()) },
            exiting: { exit(after: declareAsync()) },
            dispatching: { dispatchMain(after: declareAsync()) }
        ),
        Caller(
            returning: { declareAsyncWithArguments() },
            suspending: { await suspend(after: declareAsyncWithArguments()) },
            exiting: { exit(after: declareAsyncWithArguments()) },
            dispatching: { dispatchMain(after: declareAsyncWithArguments()) }
        ),
        Caller(
            returning: { declareParts() },
            suspending: { await suspend(after: declareParts()) },
            exiting: { exit(after: declareParts()) },
            dispatching: { dispatchMain(after: declareParts()) }
        ),
        Caller(
            returning: { declarePartsWithArguments() },
            suspending: { await suspend(after: declarePartsWithArguments()) },
            exiting: { exit(after: declarePartsWithArguments()) },
            dispatching: { dispatchMain(after: declarePartsWithArguments()) }
        ),
        Caller(
            returning: { chooseScopes() },
            suspending: { await suspend(after: chooseScopes()) },
            exiting: { exit(after: chooseScopes()) },
            dispatching: { dispatchMain(after: chooseScopes()) }
        ),
        Caller(
            returning: { diagnose() },
            suspending: { await suspend(after: diagnose()) },
            exiting: { exit(after: diagnose()) },
            dispatching: { dispatchMain(after: diagnose()) }
        ),
        Caller(
            returning: { observe() },
            suspending: { await suspend(after: observe()) },
            exiting: { exit(after: observe()) },
            dispatching: { dispatchMain(after: observe()) }
        ),
    ]
}

private func suspend(after forms: Void) async {
    await Task.yield()
}

@inline(__always)
private func exit(after forms: Void) -> Never {
    exit(0)
}

@inline(__always)
private func dispatchMain(after forms: Void) -> Never {
    DispatchQueue.main.async { exit(0) }
    dispatchMain()
}
