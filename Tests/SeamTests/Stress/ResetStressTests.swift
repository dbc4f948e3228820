import Seam
import TestKit
import Testing

/// Instances that are kept after a reset were not built with anything that the reset has dropped.
struct ResetStressTests {
    private final class Part: Sendable {
        let age: Int
        init(age: Int) { self.age = age }
    }

    private final class Whole: Sendable {
        let part: Part
        init(_ part: Part) { self.part = part }
    }

    @Test(.timeLimit(.minutes(15)), arguments: [false, true])
    func instanceAfterAResetHasNoDependencyFromBefore(isHooked: Bool) throws {
        let (container, age, isOver) = (Container(), Counter(), Flag())
        let whole = container.register { services in Whole(try services.tryResolve()) }.scope(.singleton)
        let part = container.register { Part(age: age.count) }.scope(.singleton)
        if isHooked {
            whole.onCreate { _, _ in }
            part.onCreate { _, _ in }
        }
        // The dependent is noted first, and so it is reset first.
        _ = container.resolve(Whole.self)
        let stale = try ThreadGroup.run(3) { thread in
            guard thread == 0 else {
                while !isOver.isRaised { _ = container.resolve(Whole.self) }
                return 0
            }
            defer { isOver.raise() }
            return (0..<20_000)
                .count { _ in
                    let now = age.increment()
                    container.reset()
                    return container.resolve(Whole.self).part.age < now
                }
        }
        #expect(stale.reduce(0, +) == 0)
    }

    /// The first build of a registration, which no reset knows before.
    @Test(.timeLimit(.minutes(5))) func firstBuildBesideAResetHasNoDependencyFromBefore() throws {
        for _ in 0..<300 {
            let (container, age) = (Container(), Counter())
            // The reset drops these first, and takes its time.
            for number in 0..<200 {
                container.register(name: ServiceName("\(number)")) { Part(age: 0) }.scope(.singleton)
                _ = container.resolve(Part.self, name: ServiceName("\(number)"))
            }
            container.register { Part(age: age.count) }.scope(.singleton)
            container.register { services in Whole(try services.tryResolve()) }.scope(.singleton)
            _ = container.resolve(Part.self)
            age.increment()
            try ThreadGroup.run(2) { thread in
                if thread == 0 { container.reset() } else { _ = container.resolve(Whole.self) }
            }
            #expect(container.resolve(Whole.self).part === container.resolve(Part.self))
        }
    }
}
