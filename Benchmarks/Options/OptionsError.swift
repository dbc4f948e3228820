/// The reason why a command line was not understood.
enum OptionsError: Error, Equatable, CustomStringConvertible {
    case unknown(String)
    case missingValue(String)
    case unexpectedValue(String)
    case nothingSelected(String)

    var description: String {
        switch self {
        case .unknown(let option): "'\(option)' is not an option."
        case .missingValue(let option): "'\(option)' needs a value."
        case .unexpectedValue(let option): "'\(option)' takes no value."
        case .nothingSelected(let filter): "Nothing that is measured has '\(filter)' in its name."
        }
    }
}
