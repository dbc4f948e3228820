internal import Synchronization

/// What a request finds under way on its thread and in its task: the path that leads to it, and what it is part of.
struct Situation {
    let record = ThreadLocal.record
    let activation = Ambient.current?.liveActivation

    /// The services that are being built, from the outermost request inwards.
    ///
    /// - Complexity: O(*n*) in the depth.
    var path: [ServiceKey] {
        var keys: [ServiceKey] = []
        var frame = Optional(record.pointee.top)
        while let current = frame {
            if let registration = current.pointee.registration { keys.append(registration.key) }
            frame = current.pointee.previous
        }
        return (completing ?? activation?.path ?? []) + keys.reversed()
    }

    /// The path of the instance whose hooks are running: what they ask for belongs to it.
    private var completing: [ServiceKey]? {
        record.session?.completing
    }

    /// The kept instance that requests are made for, innermost: one that is being made, or that reads a lazy value.
    var dependent: Dependent? {
        record.dependent ?? activation?.construction?.dependent
    }

    /// The kept instance that is being made, innermost.
    var construction: Construction? { dependent?.construction }

    /// The session of the outermost synchronous request, which belongs to the thread until that is finished.
    ///
    /// Inside an async factory it shares the graph of the async request, but not its end: whoever waits for what is
    /// built here must not have to wait for what the async factory waits for.
    var session: Session {
        if let session = record.session { return session }
        let session = activation.map { Session(graph: $0.session.graph) } ?? Session()
        record.beginSession(session)
        return session
    }

    /// Whether building with these would close a circle: the same registration, container and arguments are active.
    ///
    /// Arguments that are not `Hashable` cannot be compared, and count as equal after 128 repetitions.
    func isCircular(_ registration: AnyRegistration, in container: Container, arguments: () -> ArgumentsKey?) -> Bool {
        var repetitions = 0
        var own: ArgumentsKey??
        func repeats(_ other: ArgumentsKey?) -> Bool {
            if own == nil { own = .some(arguments()) }
            guard let value = own ?? nil, let other else {
                repetitions += 1
                return repetitions >= 128
            }
            return value == other
        }
        var frame = record.frame(of: Borrowed(registration).word)
        while let current = frame {
            if current.pointee.isFor(registration, in: container),
                repeats(registration.argumentsKey(at: current.pointee.arguments))
            {
                return true
            }
            frame = current.pointee.shadowed
        }
        var outer = activation
        while let current = outer {
            if current.registration === registration, current.container === container, repeats(current.arguments) {
                return true
            }
            outer = current.outer
        }
        return false
    }
}
