internal import Synchronization

/// Where a key leads to: the first step of every resolution, without a lock and without a reference.
///
/// All of it is called between `beginReading` and `endReading`, and what it returns is valid for that long.
extension Container {
    /// The nearest registration of a key: the container's own, or one that it inherits.
    @inlinable @inline(__always)
    func registration(signature: UInt, name: some RequestName) -> Borrowed<AnyRegistration>? {
        find(signature: signature, name: name) ?? inherited(signature: signature, name: name.optional)
    }

    /// The container's own registration of a key.
    @inlinable @inline(__always)
    func find(signature: UInt, name: some RequestName) -> Borrowed<AnyRegistration>? {
        table.find(AnyRegistration.tag(signature: signature, nameProbe: name.probe)) { candidate in
            candidate.use { $0.answers(signature: signature, name: name) }
        }
    }

    /// The nearest registration of a key above the container, unless a container in between decorates, or is not in
    /// use.
    @usableFromInline
    func inherited(signature: UInt, name: ServiceName?) -> Borrowed<AnyRegistration>? {
        guard !isDecorating.load(ordering: .acquiring), !table.isHidden else { return nil }
        return parent?.nearest(signature: signature, name: name)
    }

    /// The same as ``registration(signature:name:)``, for those who do not know whether the key has a name.
    func nearest(signature: UInt, name: ServiceName?) -> Borrowed<AnyRegistration>? {
        let own: Borrowed<AnyRegistration>?
        if let name {
            own = find(signature: signature, name: name)
        } else {
            own = find(signature: signature, name: NoName())
        }
        return own ?? inherited(signature: signature, name: name)
    }
}
