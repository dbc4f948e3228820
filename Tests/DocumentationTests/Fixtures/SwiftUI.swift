import Observation
import SeamUI
import SwiftUI

// The models and views that the guide to SwiftUI mentions in blocks that do not declare them.

@MainActor
protocol CartModel: AnyObject, Observable {
    var note: String { get set }
    func order()
}

@MainActor
@Observable
final class SampleCart: CartModel {
    var note = "a gift"

    init() {}

    func order() { note = "" }
}

struct CartView: View {
    @InjectObservable var cart: any CartModel

    var body: some View { TextField("Note", text: $cart.note) }
}
