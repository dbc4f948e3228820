import Seam
import TestKit
import Testing

/// The registrations that an error names because their instances can serve as the type that was asked for.
struct ServingTests {
    @Test func classIsNamedForItsProtocolAndNotBuilt() throws {
        let container = Container()
        let builds = Counter()
        container.register(fileID: "Shop/M.swift", line: 8) {
            builds.increment()
            return Fixtures.Live()
        }
        container.register { Fixtures.Engine() }
        #expect(
            try errorText((any Fixtures.Service).self, in: container) == """
                No registration for 'Service'.
                  Path: Service   (asked for at Shop/Cart.swift:12)
                  'Live', registered at Shop/M.swift:8, can serve as this type.
                  To fix it, add `.implements((any Fixtures.Service).self)` to that registration.
                """
        )
        #expect(builds.count == 0)
    }

    @Test func remedyWorks() throws {
        let container = Container()
        container.register { Fixtures.Live() }.implements((any Fixtures.Service).self)
        #expect(try container.tryResolve((any Fixtures.Service).self).label == "live")
    }

    @Test func aliasOfANamedRequestHasItsName() throws {
        let container = Container()
        container.register { Fixtures.Live() }
        #expect(
            try errorText((any Fixtures.Service).self, name: "eu", in: container)
                .contains("add `.implements((any Fixtures.Service).self, name: \"eu\")` to that registration.")
        )
    }

    @Test func valueIsNamedForAComposition() throws {
        let container = Container()
        container.register { Fixtures.Live() }
        container.register { Fixtures.Mock() }
        let text = try errorText((any Fixtures.Service & Fixtures.Auditing).self, in: container)
        #expect(text.contains("'Live', registered at"))
        #expect(!text.contains("'Mock'"))
    }

    @Test func protocolIsNamedForItsClass() throws {
        let container = Container()
        container.register((any Fixtures.Service).self, fileID: "Shop/M.swift", line: 8) { Fixtures.Live() }
        // The second text is made of what is known about the types since the first one.
        for _ in 0..<2 {
            #expect(
                try errorText(Fixtures.Live.self, in: container) == """
                    No registration for 'Live'.
                      Path: Live   (asked for at Shop/Cart.swift:12)
                      'Service', registered at Shop/M.swift:8, is a type that 'Live' conforms to or inherits from.
                      To fix it, ask for `(any Fixtures.Service).self`, or add `.implements(Fixtures.Live.self)` to \
                    that registration if this is the type that it builds.
                    """
            )
        }
        #expect(try !errorText(Fixtures.Engine.self, in: container).contains("Service"))
    }

    @Test func keptInstanceIsNamedForItsClass() throws {
        let container = Container()
        container.register((any Fixtures.Service).self) { Fixtures.Live() }.scope(.singleton)
        _ = container.resolve((any Fixtures.Service).self)
        let text = try errorText(Fixtures.Live.self, in: container)
        #expect(text.contains("'Service', registered at"))
        #expect(text.contains("To fix it, add `.implements(Fixtures.Live.self)` to that registration."))
    }

    @Test func keptInstanceIsFoundAmongThoseOfAllContainers() throws {
        let parent = Container()
        let container = Container(parent: parent)
        for place in [parent, container] {
            for number in 0..<20 {
                let name = ServiceName(number == 7 ? "live" : "other \(number)")
                place.register((any Fixtures.Service).self, name: name) {
                    if number == 7 { Fixtures.Live() } else { Fixtures.Mock() }
                }
                .scope(.singleton)
                if !number.isMultiple(of: 3) { _ = place.resolve((any Fixtures.Service).self, name: name) }
            }
        }
        let serving = try errorText(Fixtures.Live.self, in: container).split(separator: "\n")
            .filter { $0.contains("can serve as this type") }
        #expect(serving.count == 2)
        #expect(serving.allSatisfy { $0.contains("\"live\"") })
    }

    @Test func registrationWithArgumentsServesOnlyTheSameArguments() throws {
        let container = Container()
        container.register { (_: Resolver, label: String) in Fixtures.Live(label) }
        #expect(try !errorText((any Fixtures.Service).self, in: container).contains("can serve"))
        let error = try #require(throws: ResolutionError.self) {
            try container.tryResolve((any Fixtures.Service).self, arguments: "eu")
        }
        #expect(error.description.contains("'Live(String)', registered at"))
    }

    @Test func nothingIsNamedForATypeThatEverythingHas() throws {
        let container = Container()
        container.register { Fixtures.Live() }
        #expect(try !errorText((any Sendable).self, in: container).contains("Live"))
        #expect(try !errorText(AnyObject.self, in: container).contains("Live"))
    }

    @Test func optionalRequestNamesNothingAndBuildsNothing() {
        let container = Container()
        container.register { () throws -> Fixtures.Live in throw Fixtures.Breakdown() }
        #expect(container.optional((any Fixtures.Service).self) == nil)
    }
}
