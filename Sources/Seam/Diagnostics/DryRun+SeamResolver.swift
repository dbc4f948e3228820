internal import Synchronization

// The parts of a dry run that SeamResolver needs: its static functions name a container only by convention, and its
// factories read their arguments while they run.

extension Resolver {
    /// The sample for the service whose factory is running, if the factory reads its arguments while it runs.
    ///
    /// Only a dry run has samples. They are those of the services that it asks for itself: a dependent passes arguments
    /// of its own.
    package var sampleArgument: Any? {
        guard let recorder = container.dryRunRecorder, let entry = Stack().requestedFromOutside else { return nil }
        return recorder.untypedSample(for: entry)
    }
}

extension Container {
    /// The container that answers a request of a factory to this one: its copy, if a dry run calls the factory.
    ///
    /// The static functions of Resolver name their container only by convention, and have to be redirected.
    package var dryRunCopyOrSelf: Container {
        guard DryRunRecorder.wasMade.load(ordering: .relaxed) else { return self }
        return Self.withCurrent { $0.dryRunRecorder }?.copy(of: self) ?? self
    }

    /// The recorder of the dry run that the container was copied for.
    var dryRunRecorder: DryRunRecorder? {
        for case let recorder as DryRunRecorder in listeners { return recorder }
        return nil
    }
}
