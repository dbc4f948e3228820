@testable import Seam

extension Lookup {
    /// Ends what the look-up has begun, if its shortcut is not taken.
    func cancel() {
        if case .call = shortcut { record.leave() } else { record.endReading() }
    }
}
