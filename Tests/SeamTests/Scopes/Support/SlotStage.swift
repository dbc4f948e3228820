import Synchronization

@testable import Seam

/// A slot, and the place in which lock-free readers look for its instance.
final class SlotStage: Sendable {
    let slot: InstanceSlot
    private let published = Atomic(InstanceWord.none)

    init(_ slot: InstanceSlot = InstanceSlot()) { self.slot = slot }

    /// The word that readers find.
    var word: InstanceWord {
        get { published.load(ordering: .sequentiallyConsistent) }
        set { published.store(newValue, ordering: .sequentiallyConsistent) }
    }

    /// A request's look at the slot.
    func enter(build: Build = Build("new")) -> InstanceSlot.Decision { slot.enter { build } }

    func publish(_ instance: CachedInstance, of build: Build, word: InstanceWord = .none) -> Bool {
        slot.publish(instance, of: build, word: word, at: published)
    }

    func drop(isRetiring: Bool = false) -> CachedInstance? {
        slot.drop(published: published, isRetiring: isRetiring)
    }

    func drop(_ instance: CachedInstance, of build: Build? = nil) -> Bool {
        slot.drop(instance, of: build, published: published)
    }

    /// A slot with a build under way.
    static func building() -> (stage: SlotStage, build: Build) {
        let (stage, build) = (SlotStage(), Build("first"))
        _ = stage.enter(build: build)
        return (stage, build)
    }

    /// A slot with an instance.
    static func ready(word: InstanceWord = .none) -> (stage: SlotStage, instance: CachedInstance) {
        let (stage, build) = building()
        let instance = CachedInstance(keeping: 1)
        _ = stage.publish(instance, of: build, word: word)
        return (stage, instance)
    }
}

extension InstanceSlot.Decision {
    /// The instance to use.
    var instance: CachedInstance? {
        if case .use(let instance) = self { instance } else { nil }
    }

    /// The build to wait for.
    var awaited: Build? {
        if case .wait(let build) = self { build } else { nil }
    }

    /// The build that the request makes.
    var own: Build? {
        if case .build(let build) = self { build } else { nil }
    }

    var isRetired: Bool {
        if case .retired = self { true } else { false }
    }
}

extension InstanceSlot {
    /// A request's look at a slot whose instance is not published.
    func decision(build: Build = Build("new")) -> Decision {
        enter { build }
    }

    /// Builds an instance in the slot; `false` if it is not kept.
    @discardableResult
    func fill(
        with instance: CachedInstance,
        word: InstanceWord = .none,
        at published: borrowing Atomic<InstanceWord> = Atomic(.none)
    ) -> Bool {
        guard let build = decision().own else { return false }
        return publish(instance, of: build, word: word, at: published)
    }
}
