extension Int {
    /// The number with a comma before every three digits: "10,000".
    var grouped: String {
        guard self >= 1000 else { return String(self) }
        let rest = String(self % 1000)
        return "\((self / 1000).grouped),\(String(repeating: "0", count: 3 - rest.count))\(rest)"
    }
}

extension Double {
    /// The number with a fixed count of decimal places, as tables need it.
    func text(places: Int) -> String {
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        let scaled = (magnitude * scale).rounded()
        let digits = String(Int(scaled))
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        let sign = self < 0 && scaled > 0 ? "-" : ""
        guard places > 0 else { return sign + padded }
        return "\(sign)\(padded.dropLast(places)).\(padded.suffix(places))"
    }

    /// The number without places that it does not need: a goal of 2 is "2", one of 1.25 is "1.25".
    var shortText: String {
        var text = text(places: 2)
        while text.hasSuffix("0") { text.removeLast() }
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}
