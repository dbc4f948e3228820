import Foundation

extension Error {
    /// What the system says about a failed file operation, to be put into a sentence.
    var reason: String {
        let failure = self as NSError
        let cause = (failure.userInfo[NSUnderlyingErrorKey] as? any Error ?? self) as NSError
        guard cause.domain == NSPOSIXErrorDomain else { return failure.localizedDescription }
        return String(cString: strerror(CInt(cause.code)))
    }
}
