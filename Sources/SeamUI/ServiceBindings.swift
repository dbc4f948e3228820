#if canImport(SwiftUI)
internal import Seam
public import SwiftUI

/// The bindings to the properties of an injected object: `$model.name`.
///
/// The properties may be those of a class, or of a protocol whose types are all classes.
@MainActor @preconcurrency
@dynamicMemberLookup
public struct ServiceBindings<Service> {
    private let kept: KeptService<Service>

    init(_ kept: KeptService<Service>) {
        self.kept = kept
    }

    /// A binding to one property.
    public subscript<Member>(dynamicMember keyPath: ReferenceWritableKeyPath<Service, Member>) -> Binding<Member> {
        Bindable(kept)[dynamicMember: (\KeptService<Service>.service).appending(path: keyPath)]
    }
}
#endif
