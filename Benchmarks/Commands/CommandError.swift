/// The reason why another program could not do its part of a measurement.
enum CommandError: Error, Equatable, CustomStringConvertible {
    /// No folder of `PATH` has a program of this name.
    case programMissing(String)
    /// The program ended with an error; what it printed says which.
    case failed(program: String, output: String)
    /// This folder holds no compiled `Seam` module.
    case moduleMissing(folder: String)
    /// This folder is not a checkout of the package.
    case packageMissing(folder: String)

    var description: String {
        switch self {
        case .programMissing(let program):
            "'\(program)' is in no folder of PATH. Add the folder of the Swift toolchain to it."
        case .failed(let program, let output):
            "'\(program)' failed and printed:\n\(output)"
        case .moduleMissing(let folder):
            "There is no Seam.swiftmodule in '\(folder)'. Start the program from where it was built: "
                + "swift run -c release seam-benchmarks --client."
        case .packageMissing(let folder):
            "There is no Package.swift with Sources/Seam in '\(folder)'. Start the program in a checkout of Seam."
        }
    }
}
