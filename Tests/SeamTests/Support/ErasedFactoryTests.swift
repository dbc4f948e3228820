import TestKit
import Testing

@testable import Seam

/// The user's factories of every shape.
struct ErasedFactoryTests {
    private let resolver = Resolver(Container())

    /// Calls a factory in code that knows no type.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    private func called<Service, each Argument>(
        _ factory: ErasedFactory,
        as _: Service.Type,
        _ arguments: repeat each Argument
    ) throws -> Service {
        try factory.call(resolver, repeat each arguments)
    }

    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    private func calledPlain<Service>(_ factory: ErasedFactory, as _: Service.Type) throws -> Service {
        try factory.call(resolver)
    }

    /// The results of both ways, by code that knows the type and by code that does not.
    private func results<Service>(_ make: @escaping @Sendable () -> Service) throws -> [Service] {
        let (plain, resolving) = (ErasedFactory(plain: make), ErasedFactory { _ in make() })
        return [
            try plain.call(resolver), try resolving.call(resolver),
            try calledPlain(plain, as: Service.self), try calledPlain(resolving, as: Service.self),
        ]
    }

    @Test func factoryOfAClassIsCalled() throws {
        #expect(try results { Fixtures.Live("a") }.map(\.label) == ["a", "a", "a", "a"])
    }

    @Test func factoryOfAnExistentialIsCalled() throws {
        #expect(try results { Fixtures.Live("a") as any Fixtures.Service }.map(\.label) == ["a", "a", "a", "a"])
        #expect(
            try results { Fixtures.Dog() as any Fixtures.Animal }.map(\.sound) == Array(repeating: "woof", count: 4)
        )
    }

    @Test func factoryOfALargeStructIsCalled() throws {
        #expect(try results { LargeValue() } == Array(repeating: LargeValue(), count: 4))
    }

    @Test func factoryOfAFunctionIsCalled() throws {
        #expect(try results { { $0 * 2 } as @Sendable (Int) -> Int }.map { $0(4) } == [8, 8, 8, 8])
        #expect(
            try results { { "\($0)" } as @Sendable (LargeValue) -> String }.allSatisfy { !$0(LargeValue()).isEmpty }
        )
    }

    @Test func factoryOfAnOptionalIsCalled() throws {
        #expect(try results { nil as Fixtures.Live? }.allSatisfy { $0 == nil })
        #expect(try results { 5 as Int?? } == [5, 5, 5, 5])
    }

    @Test func factoryOfNothingIsCalled() throws {
        let calls = Counter()
        #expect(try results { _ = calls.increment() }.count == 4)
        #expect(calls.count == 4)
    }

    @Test func factoryTellsWhetherItTakesAResolver() {
        #expect(ErasedFactory { (_: Resolver) in 1 }.takesResolver)
        #expect(!ErasedFactory(plain: { 1 }).takesResolver)
        #expect(ErasedFactory(withArguments: { (_: Resolver, number: Int) in number }).takesResolver)
        #expect(!ErasedFactory(plainWithArguments: { (number: Int) in number }).takesResolver)
    }

    @Test func factoryReceivesTheResolverOfItsRequest() throws {
        let container = Container()
        let factory = ErasedFactory { (resolver: Resolver) in resolver.container === container }
        #expect(try factory.call(Resolver(container)) == true)
        #expect(try factory.call(resolver) == false)
    }

    @Test func factoryReceivesItsArguments() throws {
        let resolving = ErasedFactory(withArguments: { (_: Resolver, id: Int, name: String) in
            Fixtures.User(id: id, name: name)
        })
        let plain = ErasedFactory(plainWithArguments: { (id: Int, name: String) in Fixtures.User(id: id, name: name) })
        for factory in [resolving, plain] {
            let user: Fixtures.User = try factory.call(resolver, 7, "Ada")
            #expect(user.id == 7 && user.name == "Ada")
            let other = try called(factory, as: Fixtures.User.self, 8, "Bob")
            #expect(other.id == 8 && other.name == "Bob")
        }
    }

    @Test func argumentsOfEveryShapeArrive() throws {
        typealias Function = @Sendable (Int) -> Int
        let double: Function = { $0 * 2 }
        let factory = ErasedFactory(
            plainWithArguments: {
                (large: LargeValue, animal: any Fixtures.Animal, function: @escaping Function, label: String?) in
                "\(large.words.7) \(animal.sound) \(function(4)) \(label ?? "-")"
            }
        )
        let animal: any Fixtures.Animal = Fixtures.Dog()
        let text: String = try factory.call(resolver, LargeValue(), animal, double, nil as String?)
        #expect(text == "8 woof 8 -")
        #expect(try called(factory, as: String.self, LargeValue(), animal, double, "x" as String?) == "8 woof 8 x")
    }

    @Test func resultOfAFactoryWithArgumentsMayHaveAnyShape() throws {
        let large = ErasedFactory(plainWithArguments: { (number: Int) in
            LargeValue(words: (number, 0, 0, 0, 0, 0, 0, 1))
        })
        #expect(try called(large, as: LargeValue.self, 3).words.0 == 3)
        let function = ErasedFactory(
            withArguments: { (_: Resolver, number: Int) in { $0 + number } as @Sendable (Int) -> Int }
        )
        #expect(try called(function, as: (@Sendable (Int) -> Int).self, 3)(4) == 7)
    }

    @Test func errorOfAFactoryPassesThrough() {
        let factory = ErasedFactory(plain: { () throws -> Int in throw Fixtures.Breakdown() })
        #expect(throws: Fixtures.Breakdown()) { try calledPlain(factory, as: Int.self) }
    }

    @Test func closureIsReleasedWithTheFactory() throws {
        let living = Counter()
        do {
            let counted = CountedObject(living)
            let factories = [
                ErasedFactory { (_: Resolver) in counted }, ErasedFactory(plain: { counted }),
            ]
            for factory in factories {
                let made: CountedObject = try factory.call(resolver)
                #expect(made === counted)
            }
            #expect(living.count == 1)
        }
        #expect(living.count == 0)
    }
}

extension ErasedFactory {
    /// Calls the factory, which nothing else keeps alive here.
    fileprivate func call<Service>(_ resolver: Resolver) throws -> Service {
        try withExtendedLifetime(self) { try borrowed.call(resolver) }
    }

    /// Calls the factory with arguments.
    fileprivate func call<Service, each Argument>(
        _ resolver: Resolver,
        _ arguments: repeat each Argument
    ) throws -> Service {
        try withExtendedLifetime(self) { try borrowed.call(resolver, repeat each arguments) }
    }
}
