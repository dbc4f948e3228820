import Seam
import TestKit
import Testing

/// Dry runs that a factory asks for: in another dry run they would never end.
struct NestedDryRunTests {
    private struct DebugMenu: Sendable { let page: String }
    private final class Screen: Sendable {}

    private let container = Container()

    @Test func factoryGetsTheGraphOfItsContainer() throws {
        container.register { Screen() }
        container.register { DebugMenu(page: $0.container.dependencyGraph().mermaid) }.scope(.cached)
        #expect(try container.tryResolve(DebugMenu.self).page.contains("Screen"))
    }

    @Test func factoryMayValidateItsContainer() throws {
        container.register { services in
            try services.container.validate()
            return DebugMenu(page: "")
        }
        _ = try container.tryResolve(DebugMenu.self)
        try container.validate()
    }

    @Test func factoryMayValidateTheContainerThatIsValidated() throws {
        container.register { [weak container] in
            try container?.validate()
            return DebugMenu(page: "")
        }
        try container.validate()
    }

    @Test func asyncFactoryMayValidateItsContainer() throws {
        container.registerAsync { services in
            await Task.yield()
            try services.container.validate()
            return DebugMenu(page: "")
        }
        try container.validate()
    }

    @Test func faultsBesideSuchAFactoryAreFound() {
        container.register { DebugMenu(page: $0.container.dependencyGraph().mermaid) }
        container.register(autowiring: { (_: DebugMenu, _: Lazy<Int>) in Screen() })
        #expect(container.findings.map(\.kind) == [.missing])
    }
}
