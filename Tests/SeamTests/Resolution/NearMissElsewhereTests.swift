import Seam
import TestKit
import Testing

/// The registrations of other containers that an error lists: those of children, and of the origin of a copy.
struct NearMissElsewhereTests {
    private protocol Wrapped: Sendable {}
    private struct Innermost: Wrapped {}

    @Test func keyInAChildIsListed() throws {
        let parent = Container()
        let child = Container(parent: Container(parent: parent))
        child.register(fileID: "Shop/Modules.swift", line: 8) { Fixtures.Engine() }
        #expect(
            try errorText(Fixtures.Engine.self, in: parent) == """
                No registration for 'Engine'.
                  Path: Engine   (asked for at Shop/Cart.swift:12)
                  Another container has it, at Shop/Modules.swift:8; a container looks only into those above it.
                  To fix it, ask that container, or register it in this one. A parent builds what it keeps, such as a \
                singleton, whichever child asks: a service that needs one of a child has the scope 'container' or \
                'unique'.
                """
        )
    }

    @Test func keyInAnotherChildOfTheParentIsListed() throws {
        let parent = Container()
        let sibling = Container(parent: parent)
        sibling.register(fileID: "Shop/Modules.swift", line: 8) { Fixtures.Engine("sibling") }
        let text = try errorText(Fixtures.Engine.self, in: Container(parent: parent))
        #expect(text.contains("at Shop/Modules.swift:8;"))
    }

    @Test func keyInAReleasedChildIsNotListed() throws {
        let parent = Container()
        do {
            let child = Container(parent: parent)
            child.register { Fixtures.Engine() }
        }
        #expect(try !errorText(Fixtures.Engine.self, in: parent).contains("Another container"))
    }

    @Test func keyOfAnotherNameInAChildIsNotListed() throws {
        let parent = Container()
        let child = Container(parent: parent)
        child.register(name: "eu") { Fixtures.Engine() }
        #expect(try !errorText(Fixtures.Engine.self, in: parent).contains("Another container"))
        withExtendedLifetime(child) {}
    }

    @Test func registrationMadeInTheOriginAfterTheCopyIsNamed() throws {
        let container = Container()
        try withContainer(container) {
            try withOverrides { _ in
            } operation: {
                container.register(fileID: "Shop/Mocks.swift", line: 8) { Fixtures.Engine() }
                let text = try errorText(Fixtures.Engine.self, in: .current)
                #expect(
                    text == """
                        No registration for 'Engine'.
                          Path: Engine   (asked for at Shop/Cart.swift:12)
                          The container that was copied has it, at Shop/Mocks.swift:8: it was registered there after the \
                        copy was made.
                          To fix it, register it in the copy, as in `Container.current.register`, or before the copy is \
                        made.
                        """
                )
            }
        }
    }

    @Test func originMayChangeWhileErrorsOfACopyAreMade() throws {
        let (origin, isOver) = (Container(), Flag())
        try withContainer(origin) {
            try withOverrides { _ in
            } operation: {
                let copy = Container.current
                let changing = WorkerThread {
                    while !isOver.isRaised {
                        origin.register { Fixtures.Engine() }
                        origin.unregister(Fixtures.Engine.self)
                    }
                }
                for _ in 0..<5_000 { #expect((try? copy.tryResolve(Fixtures.Engine.self)) == nil) }
                _ = isOver.raise()
                try changing.value()
            }
        }
    }

    @Test func registrationThatTheCopyHasRemovedIsNotCalledALateOne() throws {
        let container = Container()
        container.register { Fixtures.Engine() }
        try withContainer(container) {
            try withOverrides {
                $0.unregister(Fixtures.Engine.self)
            } operation: {
                container.register { 1 }
                let text = try errorText(Fixtures.Engine.self, in: .current)
                #expect(!text.contains("was copied"))
            }
        }
    }

    @Test func aliasMadeInTheOriginOfTheOriginIsNamed() throws {
        let container = Container()
        try withContainer(Container(parent: container)) {
            try withOverrides { _ in
            } operation: {
                try withOverrides { _ in
                } operation: {
                    container.register(fileID: "Shop/Mocks.swift", line: 8) { Innermost() }
                        .implements((any Wrapped).self, name: "eu")
                    let text = try errorText((any Wrapped).self, name: "eu", in: .current)
                    #expect(text.contains("The container that was copied has it, at Shop/Mocks.swift:8"))
                }
            }
        }
    }
}
