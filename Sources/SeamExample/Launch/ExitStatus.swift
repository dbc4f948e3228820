/// The exit status of the program.
enum ExitStatus: Int32 {
    /// Every line was accepted and welcomed.
    case success = 0
    /// A line failed, or the batch could not be read or stored, or the output could not be written.
    case failure = 1
    /// The options were not understood; nothing was done.
    case wrongOptions = 2
}
