/// How a lazy value holds the container that it resolves from.
///
/// Strongly, so that an object made inside an override still finds it later; but weakly within an instance that the
/// container itself is building to keep, where a strong reference would be a cycle.
enum ContainerBinding: Sendable {
    case strong(Container)
    case weak(WeakReference)

    struct WeakReference: Sendable {
        weak let container: Container?
    }

    init(to container: Container) {
        let isKept = Situation().construction?.isKept == true
        self = isKept ? .weak(WeakReference(container: container)) : .strong(container)
    }

    /// The container; the current one where the bound one is gone.
    var container: Container {
        switch self {
        case .strong(let container): container
        case .weak(let reference): reference.container ?? .current
        }
    }
}
