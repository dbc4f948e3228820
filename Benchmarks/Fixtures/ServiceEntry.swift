import Seam

/// How one service gets into a container, and into a table.
struct ServiceEntry: Sendable {
    /// The type, made when the entry is: the metadata of an ordinary class is there before a program starts.
    let service: any Numbered.Type
    let register: @Sendable (Container) -> Void
    let insert: @Sendable (inout ServiceTable) -> Void
}
