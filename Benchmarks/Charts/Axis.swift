import Foundation

/// Maps values to places on a picture.
struct Axis: Equatable, Sendable {
    /// The meaning of equal distances.
    enum Scale: Sendable {
        case linear
        /// Every step to the right multiplies.
        case logarithmic
    }

    let scale: Scale
    let values: ClosedRange<Double>
    let start: Double
    let end: Double

    /// The place of a value, or of the end of the axis next to it.
    ///
    /// - Precondition: On a logarithmic axis all values are positive.
    func place(of value: Double) -> Double {
        let value = min(max(value, values.lowerBound), values.upperBound)
        let low = projected(values.lowerBound)
        let high = projected(values.upperBound)
        guard high > low else { return start }
        return start + (projected(value) - low) / (high - low) * (end - start)
    }

    private func projected(_ value: Double) -> Double {
        switch scale {
        case .linear: value
        case .logarithmic: log2(value)
        }
    }
}

extension Axis {
    /// Round values from zero to at least the given one, four to six steps of them.
    static func ticks(upTo maximum: Double) -> [Double] {
        guard maximum > 0 else { return [0, 1] }
        var step = 1.0
        while step * 6 < maximum { step *= 10 }
        while step * 0.6 > maximum { step /= 10 }
        if step / 5 * 6 >= maximum { step /= 5 } else if step / 2 * 6 >= maximum { step /= 2 }
        let count = Int((maximum / step).rounded(.up))
        return (0...count).map { Double($0) * step }
    }
}
