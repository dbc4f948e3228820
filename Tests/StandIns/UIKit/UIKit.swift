// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A stand-in for the parts of UIKit that an app is launched with. It has the shapes, and does nothing.

@_exported public import Foundation

@MainActor
open class UIResponder {
    public init() {}
}

@MainActor
open class UIApplication: UIResponder {
    public struct LaunchOptionsKey: Hashable, Sendable {}
}

@MainActor
public protocol UIApplicationDelegate: AnyObject {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
}

extension UIApplicationDelegate {
    public static func main() {}
}

@MainActor
open class UIViewController: UIResponder {
    public init(nibName: String?, bundle: Bundle?) { super.init() }

    public required init?(coder: NSCoder) { super.init() }

    open var title: String?

    open func viewDidLoad() {}

    open func viewWillAppear(_ animated: Bool) {}
}

@MainActor
open class UIWindow: UIResponder {
    public init(windowScene: UIWindowScene) { super.init() }

    open var rootViewController: UIViewController?

    open func makeKeyAndVisible() {}
}

@MainActor
open class UIScene: UIResponder {
    open class ConnectionOptions {}
}

@MainActor
open class UIWindowScene: UIScene {}

@MainActor
open class UISceneSession {}

@MainActor
public protocol UISceneDelegate: AnyObject {
    func scene(
        _ scene: UIScene,
        willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    )
}

@MainActor
public protocol UIWindowSceneDelegate: UISceneDelegate {
    /// Optional in UIKit, which a protocol of Swift cannot say.
    var window: UIWindow? { get set }
}

@MainActor
open class UIStoryboard {
    public init(name: String, bundle: Bundle?) {}
}

extension UIStoryboard {
    public func instantiateInitialViewController<Controller: UIViewController>(
        creator: ((NSCoder) -> Controller?)? = nil
    ) -> Controller? { nil }

    public func instantiateViewController<Controller: UIViewController>(
        identifier: String,
        creator: ((NSCoder) -> Controller?)? = nil
    ) -> Controller { fatalError("A stand-in has no storyboards.") }
}
