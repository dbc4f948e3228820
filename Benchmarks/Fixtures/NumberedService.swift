import Seam

/// One of ten thousand service types that are alike in everything but identity.
protocol Numbered: AnyObject, Sendable {
    /// Registers the type in a container.
    static func register(in container: Container)
    init()
}

/// A service numbered by four digits.
final class NumberedService<Thousands: Digit, Hundreds: Digit, Tens: Digit, Units: Digit>: Numbered {
    static func register(in container: Container) {
        container.register(NumberedService.self) { NumberedService() }
    }
}

/// A number of different service types, at most ten thousand.
func numberedServices(_ count: Int) -> [any Numbered.Type] {
    precondition(count <= 10_000, "Four digits make ten thousand types.")
    return (0..<count)
        .map { number in
            numberedService(
                digit(of: number, worth: 1000),
                digit(of: number, worth: 100),
                digit(of: number, worth: 10),
                digit(of: number, worth: 1)
            )
        }
}

private func numberedService<Thousands: Digit, Hundreds: Digit, Tens: Digit, Units: Digit>(
    _: Thousands.Type,
    _: Hundreds.Type,
    _: Tens.Type,
    _: Units.Type
) -> any Numbered.Type {
    NumberedService<Thousands, Hundreds, Tens, Units>.self
}

/// A decimal digit as a type: four of them make ten thousand service types without writing one down.
protocol Digit: Sendable {}

enum D0: Digit {}
enum D1: Digit {}
enum D2: Digit {}
enum D3: Digit {}
enum D4: Digit {}
enum D5: Digit {}
enum D6: Digit {}
enum D7: Digit {}
enum D8: Digit {}
enum D9: Digit {}

/// The digit at a place of a decimal number.
func digit(of number: Int, worth place: Int) -> any Digit.Type {
    digits[number / place % 10]
}

private let digits: [any Digit.Type] = [
    D0.self, D1.self, D2.self, D3.self, D4.self, D5.self, D6.self, D7.self, D8.self, D9.self,
]
