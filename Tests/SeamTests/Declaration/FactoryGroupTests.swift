import Seam
import SeamTesting
import TestKit
import Testing

/// A service that two groups declare under one name.
private final class Client: Sendable {
    let name: String
    init(_ name: String) { self.name = name }
}

/// Declarations of one feature: a structure that holds the container.
private struct Orders: Sendable {
    let container: Container
    var client: Factory<Client> { container { Client("orders") }.singleton }
    var repository: Factory<String> { container { self.client().name }.singleton }
    var payments: Factory<Int> {
        container.promised(fileID: "Shop/Orders.swift", line: 4)
    }
}

private struct Users: Sendable {
    let container: Container
    var client: Factory<Client> { container { Client("users") }.cached }
    var repository: Factory<Double> { container { Double(self.client().name.count) }.singleton }
}

extension Container {
    fileprivate var orders: Orders { Orders(container: self) }
    fileprivate var users: Users { Users(container: self) }
}

extension Trait where Self == ContainerTrait {
    fileprivate static func orders(_ override: @escaping @Sendable (Orders) -> Void) -> Self {
        .container { override($0.orders) }
    }
}

/// Groups of declared services.
struct FactoryGroupTests {
    private let container = Container()

    @Test func propertiesOfOneNameAndTypeInTwoGroupsAreTwoServices() {
        #expect(container.orders.client().name == "orders")
        #expect(container.users.client().name == "users")
        container.orders.client.register { Client("mock") }
        #expect(container.orders.repository() == "mock")
        #expect(container.users.client().name == "users")
        #expect(!container.users.client.isOverridden)
    }

    @Test func propertyWrapperTakesTheKeyPathOfAGroup() {
        struct Screen {
            @Inject(\.orders.client) var client
        }
        withContainer(container) { #expect(Screen().client === container.orders.client()) }
    }

    @Test(.orders { $0.client.register { Client("trait") } }) func traitOfAGroupReplacesItsServices() {
        #expect(Container.current.orders.repository() == "trait")
        #expect(!Container.main.orders.client.isOverridden)
    }

    @Test func graphHasANodeForEachOfThem() {
        container.register { (r: Resolver) in r.container.orders.repository() }
        container.register { (r: Resolver) in r.container.users.repository() }
        let graph = container.dependencyGraph()
        #expect(
            graph.nodes.map { "\($0.id) \($0.scope)" }.sorted() == [
                #"Double unique"#, #"String unique"#, #"\.client #2 cached"#, #"\.client singleton"#,
                #"\.repository #2 singleton"#, #"\.repository singleton"#,
            ]
        )
        #expect(
            graph.edges.filter { $0.to.hasPrefix(#"\.client"#) }
                .map { "\($0.from) → \($0.to) \($0.fault?.rawValue ?? "")" }
                == [#"\.repository → \.client "#, #"\.repository #2 → \.client #2 captive"#]
        )
    }

    @Test func validationChecksTheScopeOfEach() {
        container.register { (r: Resolver) in r.container.orders.repository() }
        container.register { (r: Resolver) in r.container.users.repository() }
        #expect(container.findings.texts == [#"captive \.repository → \.client"#])
        #expect(container.findings.first?.location?.fileID.hasSuffix("FactoryGroupTests.swift") == true)
    }

    @Test func unkeptPromiseOfAGroupNamesItsPlace() throws {
        let error = try #require(throws: ResolutionError.self) {
            try container.orders.payments.tryResolve(fileID: "Shop/Cart.swift", line: 12)
        }
        #expect(
            error.description == #"""
                '\.payments' is promised, and nothing has registered it.
                  Path: \.payments   (asked for at Shop/Cart.swift:12)
                  To fix it, let the app register it before the first request: call `register { … }` on its property, \#
                declared at Shop/Orders.swift:4.
                """#
        )
    }
}
