import Seam

/// The registration of one service in a container, and its entry in a table.
struct ServiceEntry: Sendable {
    /// The type, made when the entry is: the metadata of an ordinary class is there before a program starts.
    let service: any Numbered.Type
    let register: @Sendable (Container) -> Void
    let registerSingleton: @Sendable (Container) -> Void
    let insert: @Sendable (inout FactoryTable) -> Void
}
