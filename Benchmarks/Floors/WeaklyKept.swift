/// Keeps a service while another object holds it.
final class WeaklyKept {
    private weak var service: LiveService?

    init(_ service: LiveService) {
        self.service = service
    }

    /// Loads the weak reference.
    @inline(never)
    func load() -> (any Service)? {
        service
    }
}
