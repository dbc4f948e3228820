import TestKit
import Testing

@testable import Seam

/// A type with the name of another module's.
struct AnyIndex {}

struct ServiceKeyTests {
    @Test func tupleArgumentDiffersFromTwoArguments() throws {
        let tuple = try Fixtures.key(of: Fixtures.User.self, arguments: (1, "a"))
        let two = try Fixtures.key(of: Fixtures.User.self, arguments: 1, "a")
        #expect(tuple != two)
        #expect(tuple.arguments.count == 1)
        #expect(two.arguments.count == 2)
    }

    @Test func keysOfArgumentsInAnotherOrderDiffer() throws {
        let first = try Fixtures.key(of: Fixtures.User.self, arguments: 1, "a")
        let second = try Fixtures.key(of: Fixtures.User.self, arguments: "a", 1)
        #expect(first != second)
    }

    @Test func existentialDiffersFromComposition() throws {
        let one = try Fixtures.key(of: (any Fixtures.Service).self)
        let both = try Fixtures.key(of: (any Fixtures.Service & Fixtures.Auditing).self)
        #expect(one != both)
    }

    @Test func compositionIsTheSameInAnyOrder() throws {
        let one = try Fixtures.key(of: (any Fixtures.Service & Fixtures.Auditing).self)
        let other = try Fixtures.key(of: (any Fixtures.Auditing & Fixtures.Service).self)
        #expect(one == other)
    }

    @Test func existentialDiffersFromClass() throws {
        let existential = try Fixtures.key(of: (any Fixtures.Service).self)
        let concrete = try Fixtures.key(of: Fixtures.Live.self)
        #expect(existential != concrete)
    }

    @Test func keysOfDifferentNamesDiffer() throws {
        let named = try Fixtures.key(of: Int.self, name: "eu")
        #expect(try named != Fixtures.key(of: Int.self))
        #expect(try named != Fixtures.key(of: Int.self, name: "us"))
        #expect(try named == Fixtures.key(of: Int.self, name: "eu"))
    }

    @Test func equalKeysHashEqually() throws {
        let keys: Set<ServiceKey> = [
            try Fixtures.key(of: Int.self, name: "eu"), try Fixtures.key(of: Int.self, name: "eu"),
            try Fixtures.key(of: Fixtures.User.self, arguments: 1),
            try Fixtures.key(of: Fixtures.User.self, arguments: 2),
        ]
        #expect(keys.count == 2)
    }

    @Test func partsOfAKeyCanBeRead() throws {
        let key = try Fixtures.key(of: Fixtures.User.self, name: "eu", arguments: 1, "a")
        #expect(ObjectIdentifier(key.type) == ObjectIdentifier(Fixtures.User.self))
        #expect(key.arguments.map { "\($0)" } == ["Int", "String"])
        #expect(key.name == "eu")
    }

    @Test func descriptionOfAKeyShowsTypeArgumentsAndName() throws {
        #expect(try Fixtures.key(of: Fixtures.User.self).description == "User")
        #expect(try Fixtures.key(of: (any Fixtures.Service).self, name: "eu").description == "Service \"eu\"")
        let both = try Fixtures.key(of: Fixtures.User.self, name: "eu", arguments: 1, "a")
        #expect(both.description == "User(Int, String) \"eu\"")
        let tuple = try Fixtures.key(of: Fixtures.User.self, arguments: (1, "a"))
        #expect(tuple.description == "User((Int, String))")
    }

    @Test func keysOfTypesWithOneNameAreToldApart() {
        let nested = [ServiceKey(Fixtures.User.self), ServiceKey(User.self, name: "eu"), ServiceKey(User.self)]
        #expect(nested.texts == ["Fixtures.User", "User \"eu\"", "ServiceKeyTests.User"])
        let ofModules = [ServiceKey(AnyIndex.self, name: "eu"), ServiceKey(Swift.AnyIndex.self, name: "eu")]
        #expect(ofModules.texts == ["\(String(reflecting: AnyIndex.self)) \"eu\"", "Swift.AnyIndex \"eu\""])
        #expect([ofModules[0]].texts == ["AnyIndex \"eu\""])
    }

    struct User {}

    private struct SparseArray<Element> {}
    private enum Own {
        struct Array<Element> {}
    }

    @Test func onlyTypesOfTheStandardLibraryHaveShortForms() {
        #expect(typeText([String: [Int?]].self) == "[String: [Int?]]")
        #expect(typeText(Set<[Int]>.self) == "Set<[Int]>")
        #expect(typeText(SparseArray<[Int]>.self) == "SparseArray<[Int]>")
        #expect(typeSource(Own.Array<Int>.self).hasSuffix("Own.Array<Int>"))
    }

    @Test func typesOfParameterPacksAreWrittenAsInSource() {
        #expect(ServiceKey(Provider<Int>.self).description == "Provider<Int>")
        #expect(ServiceKey(Provider<Int, String, Bool>.self).description == "Provider<Int, String, Bool>")
        #expect(typeSource(Provider<Int>.self) == "Provider<Int>")
        #expect(typeSource([Provider<Int, String>].self).contains("Provider<Int, String>"))
    }

    protocol Shelf<Item, Label> {
        associatedtype Item
        associatedtype Label
    }

    @Test func primaryAssociatedTypesAreWrittenAsInSource() {
        #expect(ServiceKey((any Collection<Int>).self).description == "Collection<Int>")
        #expect(ServiceKey([any Shelf<Int, String?>].self).description == "[any Shelf<Int, String?>]")
        #expect(typeSource((any Shelf<Int, String?>).self) == "(any ServiceKeyTests.Shelf<Int, String?>)")
    }
}

extension Fixtures {
    /// The key of a request, as an error of an empty container shows it.
    fileprivate static func key<Service>(of type: Service.Type, name: ServiceName? = nil) throws -> ServiceKey {
        let error = try #require(throws: ResolutionError.self) { try Container().tryResolve(type, name: name) }
        return try #require(error.path.first)
    }

    /// The key of a request with arguments, as an error of an empty container shows it.
    fileprivate static func key<Service, each Argument>(
        of type: Service.Type,
        name: ServiceName? = nil,
        arguments: repeat each Argument
    ) throws -> ServiceKey {
        let found: ResolutionError?
        do throws(ResolutionError) {
            _ = try Container().tryResolve(type, name: name, arguments: repeat each arguments)
            found = nil
        } catch {
            found = error
        }
        return try #require(found?.path.first)
    }
}
