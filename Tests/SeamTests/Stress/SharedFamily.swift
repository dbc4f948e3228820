import Seam
import TestKit

/// Containers that several threads share until it is cleared: a root, its child and its grandchild.
final class SharedFamily: Sendable {
    private let content: Box<[Container]>

    init() {
        let root = Container()
        let child = Container(parent: root)
        Self.registerStable(in: root)
        content = Box([root, child, Container(parent: child)])
    }

    /// A service that is always there.
    static func registerStable(in root: Container) {
        root.register { "stable" }
    }

    var containers: [Container] { content.withLock { $0 } }

    /// Releases the containers, which end if no thread holds them.
    func clear() {
        let cleared = content.withLock { content in
            defer { content = [] }
            return content
        }
        withExtendedLifetime(cleared) {}
    }
}
