#if canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
public import UIKit

/// A view controller that resolves its services when a storyboard has made it.
///
/// In the storyboard, the view controller has a user-defined runtime attribute `resolving`, of type Boolean.
@MainActor @preconcurrency
public protocol StoryboardResolving: Resolving {
    /// Resolves the services.
    func resolveViewController()
}

extension UIViewController {
    /// An attribute whose setter calls ``StoryboardResolving/resolveViewController()``.
    @objc public dynamic var resolving: Bool {
        get { true }
        set { (self as? any StoryboardResolving)?.resolveViewController() }
    }
}
#endif
