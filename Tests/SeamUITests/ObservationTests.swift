import Observation
import Testing
import TestKit

@testable import SeamUI

@MainActor
private protocol CartModel: AnyObject, Observable {
    var note: String { get set }
}

@MainActor
@Observable
private final class LiveCart: CartModel {
    var note = ""
}

@Observable
private class Theme {
    var isDark = false
}

private final class HighContrastTheme: Theme {}

/// Bindings and observation go through a keeper to the object, for every type of the property.
@MainActor
struct ObservationTests {
    private let container = Container()

    private func kept<Service>(_: Service.Type) -> KeptService<Service> {
        KeptService(name: nil, in: container, fileID: #fileID, line: #line)
    }

    @Test func propertyOfAProtocolIsWrittenThroughTheKeeper() {
        container.registerOnMainActor { LiveCart() as any CartModel }
        let kept = kept((any CartModel).self)
        let note = (\KeptService<any CartModel>.service).appending(path: \.note)
        kept[keyPath: note] = "a gift"
        #expect(kept.service.note == "a gift")
        #expect(kept[keyPath: note] == "a gift")
    }

    @Test func changeOfAnObjectBehindAProtocolIsObserved() {
        container.registerOnMainActor { LiveCart() as any CartModel }
        let (kept, changes) = (kept((any CartModel).self), Counter())
        withObservationTracking {
            _ = kept.service.note
        } onChange: {
            changes.increment()
        }
        kept.service.note = "a gift"
        #expect(changes.count == 1)
    }

    @Test func changeOfASubclassIsObserved() {
        container.register { HighContrastTheme() as Theme }
        let (kept, changes) = (kept(Theme.self), Counter())
        let isDark = (\KeptService<Theme>.service).appending(path: \.isDark)
        withObservationTracking {
            _ = kept[keyPath: isDark]
        } onChange: {
            changes.increment()
        }
        kept[keyPath: isDark] = true
        #expect(changes.count == 1)
        #expect(kept.service is HighContrastTheme)
    }

    @Test func keeperItselfReportsNothing() {
        container.register { 1 }
        let (kept, changes) = (kept(Int.self), Counter())
        withObservationTracking {
            _ = kept.isResolved
        } onChange: {
            changes.increment()
        }
        _ = kept.service
        #expect(changes.count == 0)
    }
}
