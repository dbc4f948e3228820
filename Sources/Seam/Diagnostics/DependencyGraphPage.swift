extension DependencyGraph {
    /// The graph as one self-contained page: search, a filter by scope, and a service's dependencies and dependents on
    /// click.
    ///
    /// The page needs no network and follows the reader's light or dark setting. Faults are red.
    ///
    /// - Complexity: O(*n*) in the number of nodes and edges.
    public var html: String { DependencyGraphPage.text(of: json) }

    /// The graph in JSON that may stand inside a script of a page.
    private var json: String {
        let nodes = nodes.map { node in
            let values = [
                ("id", node.id), ("key", node.key), ("scope", node.scope), ("location", node.location ?? ""),
                ("kind", node.kind.rawValue),
            ]
            return Self.object(values)
        }
        let edges = edges.map { edge in
            let values = [("from", edge.from), ("to", edge.to), ("kind", edge.kind.rawValue)]
            return Self.object(values + (edge.fault.map { [("fault", $0.rawValue)] } ?? []))
        }
        return "{\"nodes\":[\(nodes.joined(separator: ",\n"))],\n\"edges\":[\(edges.joined(separator: ",\n"))]}"
    }

    private static func object(_ values: [(key: String, value: String)]) -> String {
        "{" + values.map { "\"\($0.key)\":\"\(escaped($0.value))\"" }.joined(separator: ",") + "}"
    }

    /// A text without characters that end a string of JSON, a line of a script, or the script.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\", "<", "\u{2028}", "\u{2029}", "\u{0}"..."\u{1F}":
                let digits = String(scalar.value, radix: 16)
                escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default:
                escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

/// The page that ``DependencyGraph/html`` shows a graph with.
///
/// The page is one text without references to the network.
enum DependencyGraphPage {
    /// The text of the whole page, with a graph in JSON.
    static func text(of graph: String) -> String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Services</title>
        <style>
        \(style)
        </style>
        </head>
        <body>
        \(body)
        <script>
        "use strict";
        const graph = \(graph);
        \(script)
        </script>
        </body>
        </html>

        """
    }

    /// The elements: the list with its filters, the picture, and the details of the selected service.
    private static let body = #"""
        <aside>
        <header>
        <input id="search" type="search" placeholder="Search services" aria-label="Search services" autocomplete="off">
        <div id="scopes" role="group" aria-label="Scopes"></div>
        <div id="count" role="status"></div>
        </header>
        <ul id="list" aria-label="Services"></ul>
        </aside>
        <main>
        <svg role="img" aria-label="Dependency graph"><defs>
        <marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse">
        <path d="M0 0 8 4 0 8z" fill="context-stroke"/></marker></defs><g id="view"></g></svg>
        <section id="detail" hidden aria-live="polite"></section>
        <div id="keys"><kbd>/</kbd> search &ensp; <kbd>↑</kbd> <kbd>↓</kbd> next service &ensp; <kbd>Esc</kbd> all services
        &ensp; <kbd>+</kbd> <kbd>−</kbd> zoom</div>
        </main>
        """#

    /// The style sheet, for light and dark.
    private static let style = #"""
        :root { color-scheme: light dark; --bg: #fafaf7; --panel: #fff; --ink: #22221f; --soft: #6b6b63; --line: #dededa;
          --edge: #a9a99f; --node: #f0f0ec; --kept: #dcebf7; --keptline: #3a6ea5; --accent: #0b63c5; --fault: #c62828; }
        @media (prefers-color-scheme: dark) { :root { --bg: #17181a; --panel: #1f2123; --ink: #e7e7e3; --soft: #9c9c94;
          --line: #33363a; --edge: #5d6066; --node: #2a2c2f; --kept: #1d3348; --keptline: #6ea8df; --accent: #6db1ff;
          --fault: #ff6b60; } }
        * { box-sizing: border-box; }
        body { margin: 0; height: 100vh; display: grid; grid-template-columns: 18rem 1fr; background: var(--bg);
          color: var(--ink); font: 14px/1.4 system-ui, -apple-system, "Segoe UI", sans-serif; }
        aside { display: flex; flex-direction: column; min-height: 0; background: var(--panel);
          border-right: 1px solid var(--line); }
        header { padding: .75rem; border-bottom: 1px solid var(--line); }
        input[type=search] { width: 100%; padding: .4rem .6rem; font: inherit; color: inherit; background: var(--bg);
          border: 1px solid var(--line); border-radius: 6px; }
        #scopes { display: flex; flex-wrap: wrap; gap: .3rem; margin-top: .5rem; }
        #scopes button { font: inherit; font-size: 12px; padding: .1rem .5rem; border-radius: 99px; cursor: pointer;
          border: 1px solid var(--line); background: none; color: var(--soft); }
        #scopes button[aria-pressed=true] { border-color: var(--accent); color: var(--accent); }
        #count { margin-top: .5rem; font-size: 12px; color: var(--soft); }
        #list { flex: 1; overflow: auto; margin: 0; padding: .3rem; list-style: none; }
        #list button, #detail button { display: block; width: 100%; text-align: left; font: inherit; color: inherit;
          background: none; border: 0; border-radius: 5px; padding: .2rem .5rem; cursor: pointer; overflow: hidden;
          text-overflow: ellipsis; white-space: nowrap; }
        #list button:hover, #detail button:hover { background: var(--node); }
        #list button[aria-current=true] { background: var(--accent); color: var(--panel); }
        #list button.faulty::after { content: " ●"; color: var(--fault); }
        main { position: relative; min-width: 0; min-height: 0; }
        svg { display: block; width: 100%; height: 100%; cursor: grab; }
        svg rect { fill: var(--node); stroke: var(--edge); }
        svg .kept rect { fill: var(--kept); stroke: var(--keptline); }
        svg .missing rect { stroke: var(--fault); stroke-dasharray: 4 3; }
        svg .missing text { fill: var(--fault); }
        svg .node { cursor: pointer; }
        svg .node:focus { outline: none; }
        svg .node:focus rect { stroke: var(--accent); stroke-width: 2; }
        svg .selected rect { stroke: var(--accent); stroke-width: 3; }
        svg text { fill: var(--ink); font-size: 12px; pointer-events: none; }
        svg text.scope { fill: var(--soft); font-size: 10px; }
        svg path.edge { fill: none; stroke: var(--edge); stroke-width: 1.2; }
        svg path.lazy { stroke-dasharray: 4 3; }
        svg path.near { stroke: var(--accent); stroke-width: 2; }
        svg path.fault { stroke: var(--fault); stroke-width: 2.2; }
        svg .dim { opacity: .15; }
        #detail { position: absolute; right: 1rem; top: 1rem; width: 19rem; max-height: calc(100% - 2rem); overflow: auto;
          padding: .9rem; background: var(--panel); border: 1px solid var(--line); border-radius: 10px;
          box-shadow: 0 6px 24px #0002; }
        #detail[hidden] { display: none; }
        #detail h1 { margin: 0 0 .3rem; font-size: 16px; overflow-wrap: anywhere; }
        #detail h2 { margin: .8rem 0 .2rem; font-size: 12px; color: var(--soft); }
        #detail p { margin: 0; font-size: 12px; color: var(--soft); overflow-wrap: anywhere; }
        #detail em { color: var(--soft); font-size: 11px; }
        #detail em.fault { color: var(--fault); }
        #keys { position: absolute; left: 1rem; bottom: .8rem; font-size: 12px; color: var(--soft); pointer-events: none; }
        kbd { border: 1px solid var(--line); border-radius: 4px; padding: 0 .3rem; background: var(--panel); font: inherit; }
        @media (max-width: 700px) { body { grid-template-columns: 1fr; grid-template-rows: 40vh 1fr; } }
        """#
}
