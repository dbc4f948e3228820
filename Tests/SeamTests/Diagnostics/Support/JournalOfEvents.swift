import Seam
import TestKit

extension Container {
    /// The events of the container as texts: depth, key, outcome and instance.
    ///
    /// They are noted until the token is cancelled or released.
    func journalOfEvents() -> (events: Journal<String>, token: ObservationToken) {
        let events = Journal<String>()
        let token = observe { event in
            let instance = event.instance.map { " \($0)" } ?? ""
            events.note("\(event.depth) \(event.key) \(event.outcome)\(instance)")
        }
        return (events, token)
    }
}
