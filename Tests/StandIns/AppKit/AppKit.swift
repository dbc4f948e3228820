// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A stand-in for AppKit's storyboards. It has the shapes, and does nothing.

@_exported public import Foundation

@MainActor
open class NSResponder {
    public init() {}

    public required init?(coder: NSCoder) {}
}

@MainActor
open class NSViewController: NSResponder {}

@MainActor
open class NSWindowController: NSResponder {}

open class NSStoryboard {
    public typealias SceneIdentifier = String
    public typealias Name = String

    public init(name: Name, bundle: Bundle?) {}
}

extension NSStoryboard {
    public func instantiateInitialController<Controller: NSViewController>(
        creator: ((NSCoder) -> Controller?)? = nil
    ) -> Controller? { nil }

    public func instantiateInitialController<Controller: NSWindowController>(
        creator: ((NSCoder) -> Controller?)? = nil
    ) -> Controller? { nil }

    public func instantiateController<Controller: NSViewController>(
        identifier: SceneIdentifier,
        creator: ((NSCoder) -> Controller?)? = nil
    ) -> Controller { fatalError("A stand-in has no storyboards.") }

    public func instantiateController<Controller: NSWindowController>(
        identifier: SceneIdentifier,
        creator: ((NSCoder) -> Controller?)? = nil
    ) -> Controller { fatalError("A stand-in has no storyboards.") }
}
