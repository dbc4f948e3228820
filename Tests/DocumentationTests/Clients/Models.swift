import Combine
import Observation
import SeamUI

// The models of an app whose views are in the other files. Each is asked for by its protocol.

@MainActor
protocol CartModel: ObservableObject {
    var note: String { get set }
    func clear()
}

final class LiveCart: CartModel {
    @Published var note = ""

    nonisolated init() {}

    func clear() { note = "" }
}

@MainActor
class Theme: ObservableObject {
    @Published var isDark = false
}

final class HighContrastTheme: Theme {}

@MainActor
protocol SearchModel: AnyObject, Observable {
    var text: String { get set }
}

@MainActor
@Observable
final class LiveSearch: SearchModel {
    var text: String

    init(text: String = "") { self.text = text }
}

extension Container {
    @MainActor var search: Factory<any SearchModel> {
        onMainActor { LiveSearch() }.singleton
    }

    @MainActor var searchFor: Factory<any SearchModel, String> {
        onMainActor { LiveSearch(text: $0) }
    }

    nonisolated var cart: Factory<any CartModel> {
        self { LiveCart() }
    }
}

@MainActor
func register(in container: Container) {
    container.register { LiveCart() as any CartModel }
    container.registerOnMainActor { HighContrastTheme() as Theme }
    container.registerOnMainActor { LiveSearch() as any SearchModel }
    container.registerOnMainActor { _, text in LiveSearch(text: text) as any SearchModel }
}
