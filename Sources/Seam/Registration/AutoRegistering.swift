/// Registrations that an app makes on the first use of ``Container/main``, by whoever comes first.
///
/// ```swift
/// extension Container: @retroactive AutoRegistering {
///     public static func registerServices(in container: Container) { … }
/// }
/// ```
///
/// So previews and tests get the app's registrations without its delegate. Runs once, before anything else that uses
/// `main`; registrations made later win, and resolving inside works.
public protocol AutoRegistering {
    /// Registers the app's services.
    static func registerServices(in container: Container)
}
