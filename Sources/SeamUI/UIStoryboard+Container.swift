#if canImport(UIKit) && !os(watchOS) && !os(visionOS)
public import Seam
public import UIKit

/// View controllers of a storyboard that get their services from a container.
extension UIStoryboard {
    /// Creates the initial view controller while a container is the current one.
    ///
    /// The container answers `@Inject` and `resolve()` in the initialisers of the view controller and of those that it
    /// contains from the start, such as the root of a navigation controller; the lazy property wrappers find it later
    /// as well. View controllers that a segue creates later are not made by this call.
    ///
    /// - Parameters:
    ///   - container: The container.
    ///   - creator: A closure that creates the view controller, as that of UIKit's method does.
    /// - Returns: The view controller, or `nil` if the storyboard has no initial one.
    public func instantiateInitialViewController<Controller: UIViewController>(
        in container: Container,
        creator: ((NSCoder) -> Controller?)? = nil
    ) -> Controller? {
        withContainer(container) { instantiateInitialViewController(creator: creator) }
    }

    /// Creates a view controller while a container is the current one.
    ///
    /// See ``instantiateInitialViewController(in:creator:)``.
    ///
    /// - Parameters:
    ///   - identifier: The identifier of the view controller in the storyboard.
    ///   - container: The container.
    ///   - creator: A closure that creates the view controller, as that of UIKit's method does.
    public func instantiateViewController<Controller: UIViewController>(
        identifier: String,
        in container: Container,
        creator: ((NSCoder) -> Controller?)? = nil
    ) -> Controller {
        withContainer(container) { instantiateViewController(identifier: identifier, creator: creator) }
    }
}
#endif
