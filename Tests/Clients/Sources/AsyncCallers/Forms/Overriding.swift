import Seam

/// The current container and overrides, around an operation that does not wait.
@inline(__always)
func override() {
    let container = Container()
    container.register { Plain() as any Greeter }
    let isCurrent = withContainer(container) { Container.current === container }
    let greeting = withContainer(container) {
        withOverrides { overrides in
            overrides.register { _ in Framed(Plain()) as any Greeter }
            overrides.greeter.register { Framed(Plain()) }
        } operation: {
            Seam.resolve((any Greeter).self).greeting + Container.current.greeter().greeting
        }
    }
    expect(isCurrent)
    expect(greeting == "[Hello][Hello]")
    expect(Container(copying: container).resolve((any Greeter).self).greeting == "Hello")
}

/// Overrides around operations that wait.
func overrideConcurrently() async {
    let container = Container()
    container.registerAsync { _ in Plain() as any Greeter }
    do {
        let greeting = try await withContainer(container) {
            try await withOverrides { overrides in
                overrides.registerAsync { _ in Framed(Plain()) as any Greeter }
            } operation: {
                try await Container.current.resolveAsync((any Greeter).self).greeting
            }
        }
        let plain = try await withContainer(container) {
            try await Task { try await Container.current.resolveAsync((any Greeter).self).greeting }.value
        }
        expect(greeting == "[Hello]")
        expect(plain == "Hello")
    } catch {
        fatalError("\(error)")
    }
}
