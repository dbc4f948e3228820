import Foundation

/// What tells the calling thread from every other one that is alive.
var currentThreadNumber: UInt {
    UInt(bitPattern: ObjectIdentifier(Thread.current))
}
