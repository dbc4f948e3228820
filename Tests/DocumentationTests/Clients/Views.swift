import SeamUI
import SwiftUI

struct CartView: View {
    @InjectObject var cart: any CartModel
    @InjectObject(\.cart) var declared
    @InjectObject(name: "gift") var gift: any CartModel
    @InjectObject(in: .main) var main: any CartModel
    @InjectObject var theme: Theme
    @InjectObject var missing: (any CartModel)?
    @Environment(\.container) private var container

    var body: some View {
        TextField("Note", text: $cart.note)
        TextField("Note", text: $declared.note)
        Toggle("Dark", isOn: $theme.isDark)
        Button("Clear") {
            cart.clear()
            gift.clear()
            main.clear()
            missing?.clear()
            container.reset()
        }
    }
}

struct SearchView: View {
    @InjectObservable var search: any SearchModel
    @InjectObservable(\.search) var declared
    @InjectObservable(\.searchFor, arguments: "tea") var declaredForTea
    @InjectObservable(arguments: "tea") var tea: any SearchModel
    @InjectObservable(name: "tea", arguments: "tea", in: .main) var named: any SearchModel
    @InjectObservable var model: LiveSearch

    var body: some View {
        TextField("Search", text: $search.text)
        TextField("Search", text: $declared.text)
        TextField("Search", text: $declaredForTea.text)
        TextField("Search", text: $tea.text)
        TextField("Search", text: $named.text)
        TextField("Search", text: $model.text)
        EditView(model: model)
    }
}

struct EditView: View {
    @Bindable var model: LiveSearch

    var body: some View { TextField("Search", text: $model.text) }
}

/// A view whose arguments come from its parent.
struct ResultView: View {
    @InjectObservable private var search: any SearchModel

    init(text: String, container: Container? = nil) {
        _search = InjectObservable(arguments: text, in: container)
    }

    var body: some View { Text(search.text) }
}

/// A row whose object a test gives.
struct Row: View {
    @InjectObject var cart: any CartModel
    @InjectObservable var search: any SearchModel

    var body: some View { Text(cart.note + search.text) }
}

@MainActor
func rowsWithConstants() -> [Row] {
    let row = Row(cart: .constant(LiveCart()), search: .constant(LiveSearch()))
    row.cart.note = "two of each"
    return [row, Row(), Row(search: .constant(LiveSearch()))]
}

struct ShopApp: App {
    var body: some Scene {
        WindowGroup {
            CartView()
                .childContainer { $0.registerOnMainActor { HighContrastTheme() as Theme } }
        }
        .container(.main)
    }
}

@MainActor
func previews() -> [Preview] {
    [
        Preview(traits: .container { $0.register { LiveCart() as any CartModel } }) { CartView() },
        Preview("Of its own", traits: .container(Container())) { CartView() },
        Preview { CartView().container(Container()) },
        Preview { CartView().childContainer() },
    ]
}
