/// A table of anything by type: the floor of a look-up that misses, and of a changed copy.
typealias ServiceTable = [ObjectIdentifier: Any]

/// A table of factories by type, which a program without Seam would fill when it starts.
typealias FactoryTable = [ObjectIdentifier: () -> AnyObject]
