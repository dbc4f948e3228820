import SeamResolver
import Testing

import struct Seam.ValidationError
import struct Seam.ValidationFinding
import struct Seam.ValidationSamples

/// Validations of a resolver's container: factories that read arguments are services that need a sample.
struct ValidationTests {
    private let resolver = Resolver()

    @Test func missingArgumentIsASampleThatIsNeeded() {
        resolver.register(fileID: "Shop/Modules.swift", line: 8) { _, args in Person(name: args()) }
        #expect(
            findings().map(\.description) == [
                """
                'Person' needs an argument of type 'String', and was given no arguments.
                  Path: Person   (registered at Shop/Modules.swift:8)
                  To fix it, give a value: `validate { $0.arguments(for: Person.self, …) }`.
                """
            ]
        )
    }

    @Test func missingKeyedArgumentIsASampleThatIsNeeded() {
        resolver.register(name: "eu") { _, args in Person(name: args("name")) }
        #expect(findings().map(\.kind) == [.sampleNeeded])
        #expect(
            findings().first?.description
                .hasSuffix(
                    "`validate { $0.arguments(for: Person.self, name: \"eu\", [\"name\": …] as [String: Any]) }`."
                ) == true
        )
    }

    @Test func missingArgumentOfAPropertyIsASampleThatIsNeeded() {
        resolver.register { Person() }.resolveProperties { _, person, args in person.name = args() }
        #expect(findings().map(\.kind) == [.sampleNeeded])
    }

    @Test func sampleReachesTheFactory() {
        resolver.register { _, args in Person(name: args()) }.implements(Any.self).scope(.application)
        resolver.register(name: "keyed") { _, args in Person(name: args("name"), age: args("age")) }
        let found = findings {
            $0.arguments(for: Person.self, "Grace")
            $0.arguments(for: Person.self, name: "keyed", ["name": "Grace", "age": 85] as [String: Any])
        }
        #expect(found.isEmpty)
    }

    @Test func sampleOfAnotherTypeIsNamed() {
        resolver.register { _, args in Person(name: args()) }
        let found = findings { $0.arguments(for: Person.self, 1) }
        #expect(found.map(\.kind) == [.sampleNeeded])
        #expect(found.first?.description.contains("and was given one argument of type 'Int'.") == true)
    }

    @Test func sampleIsNotForDependents() {
        resolver.register { _, args in Person(name: args()) }
        resolver.register { resolver in Pair<Person>(resolver.resolve(), resolver.resolve()) }
        let found = findings { $0.arguments(for: Person.self, "Grace") }
        #expect(found.map(\.kind) == [.factoryFailed])
        #expect(found.first?.path.map(\.description) == ["Pair<Person>", "Person"])
    }

    @Test func aliasOfAServiceWithArgumentsNeedsNoSampleOfItsOwn() {
        resolver.register { _, args in Greeter(text: args()) }.implements((any Greeting).self)
        #expect(findings().map { "\($0.kind) \($0.key)" } == ["sampleNeeded Greeter"])
        #expect(findings { $0.arguments(for: Greeter.self, "Hi") }.isEmpty)
    }

    @Test func serviceThatIsBuiltWithArgumentsNeedsNoSample() {
        resolver.register { _, args in Person(name: args()) }
        resolver.register { resolver in
            Pair<Person>(resolver.resolve(args: "Ada"), resolver.resolve(args: "Grace"))
        }
        #expect(findings().isEmpty)
    }

    @Test func circleThroughAnOptionalRequestIsAFinding() {
        resolver.register { resolver in Pair<Int>(resolver.optional(String.self)?.count ?? 0, 0) }
        resolver.register { resolver in resolver.optional(Pair<Int>.self) == nil ? "none" : "one" }
        #expect(findings().map(\.kind) == [.cycle])
    }

    @Test func factoryFindsTheServicesOfAnAddedResolver() {
        let child = Resolver()
        child.register { Person(name: "Ada") }
        resolver.register { resolver in Pair<Person>(resolver.resolve(), resolver.resolve()) }
        resolver.add(child: child)
        #expect(findings().isEmpty)
    }

    @Test func graphHasAServiceWhoseArgumentIsMissing() {
        resolver.register { _, args in Person(name: args()) }
        #expect(resolver.container.dependencyGraph().nodes.map(\.key.description) == ["Person"])
    }

    private func findings(_ samples: (inout ValidationSamples) -> Void = { _ in }) -> [ValidationFinding] {
        do throws(ValidationError) {
            try resolver.container.validate(samples)
            return []
        } catch {
            return error.findings
        }
    }
}

extension Greeter {
    fileprivate convenience init(text: String) {
        self.init()
        self.text = text
    }
}
