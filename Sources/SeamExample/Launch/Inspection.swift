import Foundation
import Seam

/// A look at the container, instead of the work of the program.
enum Inspection: Equatable, Sendable {
    /// A dry run that builds everything.
    case validation
    /// The dependency graph, in a file or on standard output.
    case graph(GraphFormat, path: String? = nil)
    /// The way in which the services with a type of this name are resolved.
    case explanation(typeName: String)
}

/// The form in which a dependency graph is printed.
enum GraphFormat: String, CaseIterable, Sendable {
    case mermaid
    case dot
    case html
}

extension Inspection {
    /// A graph as the user names it: its format, or `FORMAT:PATH`.
    init?(graph argument: String) {
        for format in GraphFormat.allCases {
            let path = argument.value(after: "\(format.rawValue):")
            guard argument == format.rawValue || path != nil else { continue }
            self = .graph(format, path: path)
            return
        }
        return nil
    }

    /// Prints what it finds in `container`.
    func run(in container: Container, _ terminal: any Terminal) -> ExitStatus {
        switch self {
        case .validation:
            do throws(ValidationError) {
                try container.validate { samples in
                    samples.arguments(for: Session.self, "sample")
                    samples.arguments(for: (any WelcomeSender).self, name: .outbox, "outbox")
                }
                terminal.write("All services can be built.")
                return .success
            } catch {
                terminal.complain("\(error)")
                return .failure
            }
        case .graph(let format, let path):
            let text = text(of: container.dependencyGraph(), as: format)
            guard let path else {
                terminal.write(text)
                return .success
            }
            do {
                try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
                terminal.write("The graph is in '\(path)'.")
                return .success
            } catch {
                terminal.complain("The file '\(path)' cannot be written (\(error.reason)).")
                return .failure
            }
        case .explanation(let typeName):
            let texts = explanations(of: typeName, in: container)
            guard !texts.isEmpty else {
                terminal.complain("No registration has a type with the name '\(typeName)'.")
                return .failure
            }
            terminal.write(texts.joined(separator: "\n"))
            return .success
        }
    }

    private func text(of graph: DependencyGraph, as format: GraphFormat) -> String {
        switch format {
        case .mermaid: graph.mermaid
        case .dot: graph.dot
        case .html: graph.html
        }
    }

    private func explanations(of typeName: String, in container: Container) -> [String] {
        let keys = container.registrations.flatMap { [$0.key] + $0.aliases }
        return keys.filter { $0.typeName == typeName }.map(container.explain)
    }
}

extension ServiceKey {
    /// The name of the type, without `any`.
    fileprivate var typeName: String {
        let text = String(describing: type)
        return text.hasPrefix("any ") ? String(text.dropFirst(4)) : text
    }
}
