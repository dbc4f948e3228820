import Seam
import TestKit
import Testing

/// Declared services as near misses: the error of a request by their type names them.
struct DeclaredNearMissTests {
    @Test func declaredServiceOfTheTypeIsNamed() throws {
        let container = Container()
        _ = container.courier()
        #expect(
            try errorText((any Courier).self, in: Container(parent: container)) == """
                No registration for 'Courier'.
                  Path: Courier   (asked for at Shop/Cart.swift:12)
                  '\\.courier', declared at Shop/Services.swift:3, is a factory of this type.
                  To fix it, ask for the declared service `\\.courier`, or register its type.
                """
        )
    }

    @Test func overriddenServiceIsNamedOnceWithThePlaceOfItsDeclaration() throws {
        let parent = Container()
        parent.courier.register { Bicycle() }
        let child = Container(parent: parent)
        child.courier.register { Bicycle() }
        let text = try errorText((any Courier).self, in: child)
        #expect(text.split(separator: "'\\.courier', declared at Shop/Services.swift:3").count == 2)
    }

    @Test func serviceThatWasNeverReadIsUnknown() throws {
        let container = Container()
        _ = container.courier
        let text = try errorText((any Courier).self, in: container)
        #expect(!text.contains("declared"))
        #expect(text.hasSuffix("register it before it is asked for: `container.register((any Courier).self) { … }`."))
    }

    @Test func declaredServiceOfAnotherTypeIsNotNamed() throws {
        let container = Container()
        _ = container.courier()
        #expect(try !errorText(Fixtures.Engine.self, in: container).contains("declared"))
    }

    @Test func declarationWithArgumentsOrParametersIsNamedWithoutThem() throws {
        let container = Container()
        _ = container.route(7)
        _ = container.stop(of: "north")()
        let route = try errorText(Route.self, in: container)
        #expect(route.hasSuffix("ask for the declared service `\\.route`, or register its type."))
        let stop = try errorText(Stop.self, in: container)
        #expect(stop.hasSuffix("ask for the declared service `\\.stop(of:)`, or register its type."))
    }

    @Test func namesComeFirstForANamedRequest() throws {
        let container = Container()
        _ = container.courier()
        container.register((any Courier).self, name: "us", fileID: "Shop/M.swift", line: 9) { Bicycle() }
        #expect(
            try errorText((any Courier).self, name: "eu", in: container) == """
                No registration for 'Courier' named "eu".
                  Path: Courier "eu"   (asked for at Shop/Cart.swift:12)
                  Registered for this type: "us" (Shop/M.swift:9).
                  '\\.courier', declared at Shop/Services.swift:3, is a factory of this type.
                  To fix it, register the name "eu", or ask for one of the names above.
                """
        )
    }

    @Test func manyDeclaredServicesAreFiveAtTheMost() throws {
        let container = Container()
        for line in 100..<140 as Range<UInt> { _ = container.courier(at: line)() }
        let text = try errorText((any Courier).self, in: container)
        #expect(text.split(separator: "is a factory of this type").count - 1 == 5)
        #expect(text.contains("Shop/Services.swift:100, is a factory"))
    }
}

private protocol Courier: Sendable {}
private struct Bicycle: Courier {}
private struct Route: Sendable {}
private struct Stop: Sendable {}

extension Container {
    fileprivate var courier: Factory<any Courier> {
        self(fileID: "Shop/Services.swift", line: 3) { Bicycle() }
    }

    fileprivate var route: Factory<Route, Int> { self { _ in Route() } }

    fileprivate func stop(of line: String) -> Factory<Stop> { self { Stop() } }

    fileprivate func courier(at line: UInt) -> Factory<any Courier> {
        self(fileID: "Shop/Services.swift", line: line) { Bicycle() }
    }
}
