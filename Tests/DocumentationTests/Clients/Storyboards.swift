import AppKit
import SeamUI
import UIKit

final class CartViewController: UIViewController {
    private let cart: any CartModel
    @LazyInject private var theme: Theme

    init?(coder: NSCoder, cart: any CartModel) {
        self.cart = cart
        super.init(coder: coder)
    }

    required init?(coder: NSCoder) {
        cart = resolve()
        super.init(coder: coder)
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        title = theme.isDark ? cart.note : nil
    }
}

@MainActor
func viewControllers(of storyboard: UIStoryboard, in container: Container) -> [UIViewController] {
    let first: UIViewController? = storyboard.instantiateInitialViewController(in: container)
    let second: CartViewController = storyboard.instantiateViewController(identifier: "cart", in: container)
    let third = storyboard.instantiateViewController(identifier: "cart", in: container) { coder in
        CartViewController(coder: coder, cart: resolve())
    }
    let fourth = storyboard.instantiateInitialViewController(in: container) { CartViewController(coder: $0) }
    return [first, second, third, fourth].compactMap { $0 }
}

final class CartWindowController: NSWindowController {}
final class CartPaneController: NSViewController {}

@MainActor
func controllers(of storyboard: NSStoryboard, in container: Container) -> [NSResponder] {
    let first: NSWindowController? = storyboard.instantiateInitialController(in: container)
    let second: CartWindowController = storyboard.instantiateController(identifier: "cart", in: container)
    let third: CartPaneController = storyboard.instantiateController(identifier: "pane", in: container)
    let fourth = storyboard.instantiateInitialController(in: container) { CartPaneController(coder: $0) }
    return [first, second, third, fourth].compactMap { $0 }
}
