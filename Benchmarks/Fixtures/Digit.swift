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
