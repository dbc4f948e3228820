extension LazyBinding {
    /// The value; the first read resolves it.
    ///
    /// - Precondition: `Service` is the type that the binding was made with, here and below.
    func value<Service>(as _: Service.Type) -> Service {
        let record = ThreadLocal.record
        if isResolved {
            record.beginReading()
            defer { record.endReading() }
            let word = readyWord
            if word != .none { return copyOfBoxedValue(at: word, as: Service.self) }
        }
        while true {
            // The waiter is found before the lock is taken: it may be the build of another lazy value.
            switch enter(for: record.waiter) {
            case .resolve: return resolve(record)
            case .wait: if let box = waitForBuild() { return box.value(as: Service.self) }
            case .use(let box): return box.value(as: Service.self)
            }
        }
    }

    private func resolve<Service>(_ record: ThreadRecord) -> Service {
        // The outermost request ends after the value is published: its `onResolved` hooks may read the value.
        record.nesting += 1
        record.enterContext(for: self)
        // Keeps the container alive during the attempt, if the binding does not.
        var holder: Container?
        guard let source = containerBinding.borrowed(holder: &holder) else {
            Failure.released(key, site: request.site).stopProgram()
        }
        let noted = containerBinding.enter(source, record)
        let value: Service = source.use { instance(from: $0) }
        if noted != nil { record.leaveContext() }
        record.leaveContext()
        withExtendedLifetime((holder, noted)) {}
        if let delayed = publish(ValueBox(value)) { WaitGraph.notePrerequisite(delayed, of: record.waiter) }
        record.nesting -= 1
        do throws(ResolutionError) { try record.endRequest() } catch { error.stopProgram() }
        return value
    }

    private func instance<Service>(from container: Container) -> Service {
        do throws(ResolutionError) { return try request.instance(from: container) } catch { error.stopProgram() }
    }

    /// Waits for another thread that resolves the value; `nil` if that fails, or has ended before.
    private func waitForBuild() -> ValueBox? {
        guard let build = makeBuildIfNeeded() else { return nil }
        do throws(ResolutionError) {
            return try WaitGraph.blockingInstance(of: build, path: Stack().path + [key], site: request.site)
        } catch {
            error.stopProgram()
        }
    }
}

extension LazyRequest {
    /// The service.
    ///
    /// - Precondition: `Service` is the type that the lazy value was made with.
    @inline(__always)
    func instance<Service>(from container: Container) throws(ResolutionError) -> Service {
        guard let closure else {
            return try container.instance(of: Service.self, name: name, arguments: NoArguments(), site: site)
        }
        return try closure.typed(as: LazyClosure<Service>.self).call(container)
    }
}
