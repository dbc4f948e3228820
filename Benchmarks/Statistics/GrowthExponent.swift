import Foundation

/// The exponent with which a cost grows: 0 is flat, 1 is in proportion to the size.
enum GrowthExponent {
    /// Fits a straight line to the logarithms, once through all points and once through the last of them, over which
    /// the size grows tenfold, and takes the steeper one: a cost that starts to grow late must not hide behind the
    /// sizes before.
    ///
    /// - Returns: `nil` for fewer than three points.
    static func fitted(to values: [Double], at sizes: [Int]) -> Double? {
        guard sizes.count > 2, sizes.count == values.count else { return nil }
        let points = zip(sizes, values).map { (x: log(Double($0)), y: log(max($1, .leastNormalMagnitude))) }
        let last = sizes.lastIndex { $0 <= sizes[sizes.count - 1] / 10 } ?? 0
        return max(slope(of: points[...]), slope(of: points[last...]))
    }

    /// The least squares of the distances along the second axis.
    private static func slope(of points: ArraySlice<(x: Double, y: Double)>) -> Double {
        let count = Double(points.count)
        let meanX = points.reduce(0) { $0 + $1.x } / count
        let meanY = points.reduce(0) { $0 + $1.y } / count
        let covariance = points.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) }
        let variance = points.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
        return covariance / variance
    }
}
