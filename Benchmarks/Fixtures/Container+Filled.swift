import Seam

extension Container {
    /// A new container with that many registrations besides those that the closure makes.
    ///
    /// A hundred others are what a container of an ordinary program holds: nothing is measured in an empty one.
    static func filled(with count: Int = 100, _ registerMore: (Container) -> Void) -> Container {
        let container = Container()
        for service in numberedServices(count) {
            service.register(in: container)
        }
        registerMore(container)
        return container
    }
}
