import Seam

extension Container {
    fileprivate var twin: Factory<String> { self { "there" }.singleton }
}

/// A declaration of the same name and type as one in another file.
enum FactoryTwin {
    static func text(in container: Container) -> String { container.twin() }

    static func override(in container: Container, with text: String) {
        container.twin.register { text }
    }
}
