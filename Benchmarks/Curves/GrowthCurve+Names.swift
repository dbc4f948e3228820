import Seam

extension GrowthCurve {
    /// Registrations that share a type, and registrations of many types.
    static let names: [GrowthCurve] = [
        names("a name registered again") { container, name in register(name, in: container) },
        names("a name unregistered and registered") { container, name in
            container.unregister((any Service).self, name: name)
            register(name, in: container)
        },
        names("isRegistered of a name") { container, name in
            consume(container.isRegistered((any Service).self, name: name))
            consume(container.isRegistered((any Service).self, name: .unknown))
        },
        names("a name missed by optional()") { container, _ in
            consume(container.optional((any Service).self, name: .unknown))
        },
        names("a name missed by tryResolve()") { container, _ in
            consume(
                failure { () throws(ResolutionError) in
                    consume(try container.tryResolve((any Service).self, name: .unknown))
                }
            )
        },
        // The text compares the names of other types as well, up to a limit. They would take most of the time.
        names("the text of the error for a missed name", otherTypes: 0) { container, _ in
            consume(
                failure { () throws(ResolutionError) in
                    consume(try container.tryResolve((any Service).self, name: .unknown))
                }?
                .description.isEmpty == false
            )
        },
        GrowthCurve(
            name: "a type missed by tryResolve(), among other types",
            sizes: [10, 100, 1000, 10_000]
        ) { count in
            let container = Container.filled(with: count) { _ in }
            return Fastest.repetition { count in
                for _ in 0..<count {
                    consume(
                        failure { () throws(ResolutionError) in
                            consume(try container.tryResolve(AbsentService.self) as any Service)
                        }
                    )
                }
            }
        },
    ]

    private static func names(
        _ operation: String,
        otherTypes: Int = 100,
        _ perform: @escaping @Sendable (Container, ServiceName) -> Void
    ) -> GrowthCurve {
        GrowthCurve(name: "\(operation), with names of the type", sizes: [10, 100, 1000, 10_000]) { count in
            let names = (0..<count).map { ServiceName("name \($0)") }
            let container = Container.filled(with: otherTypes) { container in
                for name in names { register(name, in: container) }
            }
            return Fastest.repetition { repetitions in
                for repetition in 0..<repetitions { perform(container, names[repetition % count]) }
            }
        }
    }
}

extension ServiceName {
    fileprivate static let unknown: Self = "unknown"
}

@inline(never)
private func register(_ name: ServiceName, in container: Container) {
    container.register((any Service).self, name: name) { LiveService() }
}

@inline(never)
private func failure(_ request: () throws(ResolutionError) -> Void) -> ResolutionError? {
    do {
        try request()
        return nil
    } catch {
        return error
    }
}

@inline(never)
private func consume(_ error: ResolutionError?) {
    consume(error != nil)
}
