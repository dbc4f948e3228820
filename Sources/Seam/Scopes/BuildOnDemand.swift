/// An object whose ``Build`` is made when it is needed: by a request inside the build, or by a thread that waits for it.
///
/// A build that no other thread waits for, and in which nothing waits, needs none of what ``WaitGraph`` knows of it. To
/// make it nevertheless would cost more than the instance.
///
/// The class is abstract. The requests of a thread find it by its address in a frame, so it can be no protocol.
class BuildOnDemand: @unchecked Sendable {
    // Unchecked because the class can be inherited from; it has no properties, and its one subclass has only constants.

    /// The build under way; `nil` if there is none.
    ///
    /// All callers get one build, as long as it is under way.
    var build: Build? { fatalError("A subclass has the build.") }
}
