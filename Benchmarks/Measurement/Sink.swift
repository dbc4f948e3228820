// The sinks of measured values. They are concrete, so that a call costs the same two instructions on both sides of a
// comparison, and closed to the optimizer, so that no side can be thrown away as unused.

/// Takes a service and does nothing with it.
@inline(never)
@_optimize(none)
func consume(_ service: any Service) {}

/// Takes an answer and does nothing with it.
@inline(never)
@_optimize(none)
func consume(_ answer: Bool) {}

/// Takes a service that may be missing and does nothing with it.
@inline(never)
@_optimize(none)
func consume(_ service: (any Service)?) {}

/// Takes a logger and does nothing with it.
@inline(never)
@_optimize(none)
func consume(_ logger: any Logging) {}

/// Takes a storage and does nothing with it.
@inline(never)
@_optimize(none)
func consume(_ storage: any Storing) {}

/// Takes a sender and does nothing with it.
@inline(never)
@_optimize(none)
func consume(_ sender: any Sending) {}

/// Takes services and does nothing with them.
@inline(never)
@_optimize(none)
func consume(_ services: [any Service]) {}

/// Takes an object and does nothing with it.
@inline(never)
@_optimize(none)
func consume(_ object: AnyObject) {}

/// Takes a table of services and does nothing with it.
@inline(never)
@_optimize(none)
func consume(_ table: ServiceTable) {}

/// Takes a table of factories and does nothing with it.
@inline(never)
@_optimize(none)
func consume(_ table: FactoryTable) {}
