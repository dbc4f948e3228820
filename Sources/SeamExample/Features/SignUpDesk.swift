import Seam

/// The desk: takes a batch line by line, and reports at the end.
struct SignUpDesk {
    @Inject private var source: any SignUpSource
    @Inject private var sessions: Provider<Session, Session.ID>

    private let admission = Admission()
    private let reporter = Reporter()

    /// Serves the whole batch and returns whether every line got through.
    ///
    /// A bad line does not hold up the next one. If the store fails, the desk closes after reporting on the lines
    /// before; accepted lines stay accepted.
    func serve() throws(DeskError) -> Bool {
        let batch = source.name
        defer { Container.current.reset(.batch) }
        for line in try open() {
            do throws(StoreError) {
                let outcome = try admission.admit(line)
                sessions(batch).record(outcome, line: line.number)
            } catch {
                reporter.report(on: batch)
                throw .storeFailed(error, line: line.number)
            }
        }
        return reporter.report(on: batch).isClean
    }

    /// Reads the batch, and the store before the first line is served.
    private func open() throws(DeskError) -> [SignUpLine] {
        let lines: [SignUpLine]
        do throws(SourceError) {
            lines = try SignUpLine.lines(of: source.read())
        } catch {
            throw .sourceFailed(error)
        }
        do throws(StoreError) {
            try reporter.announce()
        } catch {
            throw .storeFailed(error)
        }
        return lines
    }
}

/// The reason why the desk closed before the end of a batch.
enum DeskError: Error, Equatable {
    case sourceFailed(SourceError)
    /// The store failed at a line, or when it was first read, if there is no line.
    case storeFailed(StoreError, line: Int? = nil)
}

extension DeskError: CustomStringConvertible {
    var description: String {
        switch self {
        case .sourceFailed(let error): "The desk is closed: \(error)."
        case .storeFailed(let error, line: nil): "The desk is closed: \(error)."
        case .storeFailed(let error, let line?): "The desk was closed at line \(line): \(error)."
        }
    }
}
