#if os(Linux)
import Foundation
import Seam
import Testing

/// The page of a graph, opened in a real browser.
///
/// Without a browser the tests are left out, or they fail if `SEAM_REQUIRE_BROWSER` is set.
@Suite(.enabled(if: Browser.isInstalled || Browser.isRequired, "There is no browser: \(Browser.paths)."))
struct GraphPageTests {
    private struct Network: Sendable {}
    private struct Cart: Sendable {}

    private func page() -> String {
        let container = Container()
        container.register { Network() }.scope(.cached)
        container.register { (r: Resolver) in
            _ = try r.tryResolve(Network.self)
            return Cart()
        }
        .scope(.singleton)
        container.register(name: "</script> \"quoted\" \\") { 1 }
        for index in 0..<300 {
            container.register(name: ServiceName("page \(index)")) { (r: Resolver) in
                _ = try r.tryResolve(Cart.self)
                return Double(index)
            }
        }
        return container.dependencyGraph().html
    }

    @Test func everyServiceIsListedAndDrawn() throws {
        let result = try Browser.result(of: page(), after: "") {
            "`${list.children.length} ${view.querySelectorAll('.node').length} ${find('#count').textContent}`"
        }
        #expect(result == "303 303 303 of 303 services, 1 fault")
    }

    @Test func searchLeavesWhatMatches() throws {
        let result = try Browser.result(
            of: page(),
            after: "search.value = 'PAGE 29'; search.dispatchEvent(new Event('input'));"
        ) {
            "[...list.querySelectorAll('button')].map(button => button.dataset.id).length"
        }
        #expect(result == "11")
    }

    @Test func filterLeavesItsScope() throws {
        let result = try Browser.result(of: page(), after: "find('[data-scope=cached]').click();") {
            "list.textContent"
        }
        #expect(result == "Network")
    }

    @Test func clickShowsDependenciesAndDependents() throws {
        let click = "document.querySelector('.node[data-id=Cart]').dispatchEvent(new MouseEvent('click'));"
        let result = try Browser.result(of: page(), after: click) {
            "detail.querySelector('h1').textContent + ' ' + "
                + "[...detail.querySelectorAll('h2')].map(h => h.textContent).join(', ') + ' ' + detail.hidden"
        }
        #expect(result == "Cart Depends on (1), Needed by (300) false")
    }

    @Test func captiveEdgesAreRed() throws {
        let result = try Browser.result(of: page(), after: "") {
            "[...document.querySelectorAll('path.fault')].map(path => path.textContent).join()"
        }
        #expect(result == "Cart → Network (eager, captive)")
    }

    @Test func keysMoveThroughTheServices() throws {
        let keys = """
            const press = key => document.dispatchEvent(new KeyboardEvent('keydown', { key }));
            press('ArrowDown'); press('ArrowDown'); const second = selected; press('Escape');
            """
        let result = try Browser.result(of: page(), after: keys) { "`${second} ${selected} ${detail.hidden}`" }
        #expect(result.hasPrefix("Double \"page 0\"") && result.hasSuffix("null true"))
    }
}

/// A browser that opens a page without a window.
private enum Browser {
    static let paths = ["chromium", "chromium-browser", "google-chrome"].map { "/usr/bin/\($0)" }

    private static let path = paths.first { FileManager.default.isExecutableFile(atPath: $0) }

    static var isInstalled: Bool { path != nil }

    static var isRequired: Bool { ProcessInfo.processInfo.environment["SEAM_REQUIRE_BROWSER"] != nil }

    /// Opens a page, runs a script, and gives the value of an expression.
    static func result(of page: String, after script: String, _ expression: () -> String) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "page.html")
        let probe = "\(script)\ndocument.documentElement.replaceChildren('RESULT:' + (\(expression())) + ':END');"
        let text = page.replacing("</body>", with: "<script>\(probe)</script></body>")
        try text.write(to: file, atomically: true, encoding: .utf8)
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: try #require(path, "No browser of \(paths)"))
        process.arguments = [
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--user-data-dir=\(folder.path())/profile", "--dump-dom", file.path(),
        ]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = try #require(try output.fileHandleForReading.readToEnd())
        process.waitUntilExit()
        let dump = String(decoding: data, as: UTF8.self)
        let start = try #require(dump.range(of: "RESULT:")?.upperBound, "\(dump)")
        let end = try #require(dump.range(of: ":END")?.lowerBound)
        return String(dump[start..<end]).replacing("&lt;", with: "<").replacing("&gt;", with: ">")
    }
}
#endif
