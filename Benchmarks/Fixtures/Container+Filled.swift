import Seam

extension Container {
    /// A new container with that many registrations besides those that the closure makes.
    ///
    /// A hundred others are what a container of an ordinary program holds.
    static func filled(with count: Int = 100, _ registerMore: (Container) -> Void) -> Container {
        let container = Container()
        container.registerNumberedServices(count)
        registerMore(container)
        return container
    }

    /// Makes sure that the main container, which wrappers and free functions ask, is filled like the others.
    ///
    /// All that is asked of it is registered at once: otherwise its size would depend on the selected workloads.
    static func fillMain() {
        mainIsFilled
    }

    private static let mainIsFilled: Void = {
        main.registerNumberedServices(100)
        registerScreen(in: main)
        registerService(in: main)
    }()

    private func registerNumberedServices(_ count: Int) {
        for service in numberedServices(count) { service.register(in: self) }
    }
}
