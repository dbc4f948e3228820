import Foundation

extension Error {
    /// The system's reason for a failed file operation, as part of a sentence.
    var reason: String {
        let failure = self as NSError
        let cause = (failure.userInfo[NSUnderlyingErrorKey] as? any Error ?? self) as NSError
        guard cause.domain == NSPOSIXErrorDomain else { return failure.localizedDescription }
        return String(cString: strerror(CInt(cause.code)))
    }
}
