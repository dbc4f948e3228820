public import Seam
import TestKit

// An app writes `@retroactive` here; in the package of `Container` itself the compiler does not take it.
extension Container: AutoRegistering {
    /// Registers the services that the tests of this target find in the main container of a fresh process.
    public static func registerServices(in container: Container) {
        let run = FirstUse.runs.increment()
        container.register { FirstUse.Greeting("automatic") }
        container.register { resolver in FirstUse.Card(greeting: resolver.resolve()) }.scope(.singleton)
        FirstUse.duringRegistration(run, container)
    }
}
