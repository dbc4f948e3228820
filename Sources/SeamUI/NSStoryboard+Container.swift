#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
public import Seam

/// Controllers of a storyboard that get their services from a container.
@MainActor
extension NSStoryboard {
    /// Creates the initial window controller while a container is the current one.
    ///
    /// The container answers `@Inject` and `resolve()` in the initialisers of the controller and of those that it
    /// contains from the start, such as its content view controller; the lazy property wrappers find it later as well.
    /// Controllers that a segue creates later are not made by this call.
    ///
    /// - Parameters:
    ///   - container: The container.
    ///   - creator: A closure that creates the controller, as that of AppKit's method does.
    /// - Returns: The controller, or `nil` if the storyboard has no initial one.
    public func instantiateInitialController<Controller: NSWindowController>(
        in container: Container,
        creator: ((NSCoder) -> Controller?)? = nil
    ) -> Controller? {
        withContainer(container) { instantiateInitialController(creator: creator) }
    }

    /// Creates the initial view controller while a container is the current one.
    ///
    /// See the form for window controllers.
    ///
    /// - Parameters:
    ///   - container: The container.
    ///   - creator: A closure that creates the controller, as that of AppKit's method does.
    /// - Returns: The controller, or `nil` if the storyboard has no initial one.
    public func instantiateInitialController<Controller: NSViewController>(
        in container: Container,
        creator: ((NSCoder) -> Controller?)? = nil
    ) -> Controller? {
        withContainer(container) { instantiateInitialController(creator: creator) }
    }

    /// Creates a window controller while a container is the current one.
    ///
    /// - Parameters:
    ///   - identifier: The identifier of the controller in the storyboard.
    ///   - container: The container.
    ///   - creator: A closure that creates the controller, as that of AppKit's method does.
    public func instantiateController<Controller: NSWindowController>(
        identifier: NSStoryboard.SceneIdentifier,
        in container: Container,
        creator: ((NSCoder) -> Controller?)? = nil
    ) -> Controller {
        withContainer(container) { instantiateController(identifier: identifier, creator: creator) }
    }

    /// Creates a view controller while a container is the current one.
    ///
    /// - Parameters:
    ///   - identifier: The identifier of the controller in the storyboard.
    ///   - container: The container.
    ///   - creator: A closure that creates the controller, as that of AppKit's method does.
    public func instantiateController<Controller: NSViewController>(
        identifier: NSStoryboard.SceneIdentifier,
        in container: Container,
        creator: ((NSCoder) -> Controller?)? = nil
    ) -> Controller {
        withContainer(container) { instantiateController(identifier: identifier, creator: creator) }
    }
}
#endif
