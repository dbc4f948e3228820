/// An object that is bound to the frames of a thread, as a build is: it ends with the thread.
protocol BoundToThread: AnyObject {
    /// Called on the thread when it ends inside the frame that refers to the object.
    func threadEnds()
}

/// The end of a thread inside a factory: the system ends the thread, and no frame is left.
extension ThreadRecord {
    /// Whether the thread is in a frame of any kind, or in a request.
    var isOccupied: Bool { top != bottom || nesting != 0 }

    /// Leaves all frames and requests of the thread.
    ///
    /// Afterwards no other thread waits for this one, and the record is as good as new for the thread that claims it.
    /// The objects behind the addresses in frames are alive: the functions that keep them never return.
    func vacate() {
        while top != bottom {
            top.boundObject?.threadEnds()
            if top.subject == 0 { leaveContext() } else { leave() }
        }
        (redirection, supervisor) = (nil, nil)
        // Requests that are made while the outermost one ends belong to it, and do not end it themselves.
        nesting = 1
        (resolutionObject as? any BoundToThread)?.threadEnds()
        nesting = 0
        releaseSharedObjects()
        releaseWaiting()
    }

    /// Releases the objects and values that an outermost request, which is over, has shared with the inner ones.
    ///
    /// A `deinit` may make requests of its own: they find neither this resolution nor the values of the store.
    @inline(__always)
    func releaseSharedObjects() {
        isUnsettled = false
        let (resolution, pathObjects) = (resolutionObject, takePathObjects())
        resolutionObject = nil
        clearStore()
        withExtendedLifetime((resolution, pathObjects)) {}
    }
}

extension Frame {
    /// The object that the frame was entered for, if there is one; an address in the frame may have a mark.
    fileprivate var boundObject: (any BoundToThread)? {
        Borrowed<AnyObject>(build & ~Self.onDemand)?.object as? any BoundToThread
    }
}
