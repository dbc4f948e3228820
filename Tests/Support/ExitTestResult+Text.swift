#if os(macOS) || os(Linux) || os(Windows)
package import Testing

extension ExitTest.Result {
    /// The text that the process has written to its standard error, for tests that observe it.
    package var standardErrorText: String { String(decoding: standardErrorContent, as: UTF8.self) }
}
#endif
