import Seam

// A module in the language mode of Swift 5, whose types belong to no actor.

final class Connection {}

final class Page {
    let connection: Connection
    let number: Int

    init(connection: Connection, number: Int = 0) {
        self.connection = connection
        self.number = number
    }
}

extension Container {
    var connection: Factory<Connection> { self { Connection() }.cached }
    var page: Factory<Page, Int> { self { number in Page(connection: self.connection(), number: number) } }
}

/// A model that finds its services by key paths.
final class Book {
    @Inject(\.connection) var connection
    @LazyInject(\.connection) var lazyConnection
    @WeakInject(\.connection) var weakConnection
    @DynamicInject(\.connection) var dynamicConnection
    @Inject(\.page, arguments: 7) var page
    @LazyInject(\.page, arguments: 8) var lazyPage
    @WeakInject(\.page, arguments: 9) var weakPage
    @DynamicInject(\.page, arguments: 10) var dynamicPage
}

/// Whether the wrappers find the declared services, and an initialiser its parameters.
package func oldModelsAreBuilt() -> Bool {
    let container = Container()
    container.register(autowiring: Connection.init).scope(.cached)
    container.register(autowiring: Page.init(connection:number:))
    container.register { 3 }
    let page: Page = container.resolve()
    let book = withContainer(container) { Book() }
    let connections = [book.lazyConnection, book.weakConnection, book.dynamicConnection]
    let pages = [book.page, book.lazyPage, book.weakPage, book.dynamicPage]
    return page.connection === container.resolve(Connection.self) && page.number == 3
        && connections.allSatisfy { $0 === book.connection } && book.connection === container.connection()
        && pages.map(\.?.number) == [7, 8, 9, 10]
}
