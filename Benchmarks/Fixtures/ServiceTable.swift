import Seam

/// A table of anything by type: the floor of a look-up that misses, and of a changed copy.
typealias ServiceTable = [ObjectIdentifier: Any]

/// A table of factories by type, which a program without Seam would fill when it starts.
typealias FactoryTable = [ObjectIdentifier: () -> AnyObject]

/// The registration of one service in a container, and its entry in a table.
struct ServiceEntry: Sendable {
    /// The type, made when the entry is: the metadata of an ordinary class is there before a program starts.
    let service: any Numbered.Type
    let register: @Sendable (Container) -> Void
    let registerSingleton: @Sendable (Container) -> Void
    let insert: @Sendable (inout FactoryTable) -> Void
}
