import Seam

extension ScaleSeries {
    /// From no argument to twelve, each number of them written out.
    static let arguments = ScaleSeries(
        "arguments",
        sizeLabel: "arguments of the request",
        valueLabel: "ns per resolution",
        sizes: Array(0...12),
        lines: ("by hand", "Seam")
    ) {
        let container = Container.filled(registerTotals)
        return { arity in
            Pair { count in
                for value in 0..<count { consume(totalByHand(arity, value)) }
            } seam: { count in
                for value in 0..<count { consume(resolveTotal(arity, value, from: container)) }
            }
        }
    }
}

/// A service that is made with numbers, and keeps their sum.
private final class Total: Sendable {
    let sum: Int

    init(_ sum: Int) {
        self.sum = sum
    }
}

private func registerTotals(in container: Container) {
    container.register { Total(0) }
    container.register { (_, a: Int) in Total(a) }
    container.register { (_, a: Int, b: Int) in Total(a &+ b) }
    container.register { (_, a: Int, b: Int, c: Int) in Total(a &+ b &+ c) }
    container.register { (_, a: Int, b: Int, c: Int, d: Int) in Total(a &+ b &+ c &+ d) }
    container.register { (_, a: Int, b: Int, c: Int, d: Int, e: Int) in Total(a &+ b &+ c &+ d &+ e) }
    container.register { (_, a: Int, b: Int, c: Int, d: Int, e: Int, f: Int) in Total(a &+ b &+ c &+ d &+ e &+ f) }
    container.register {
        (_, a: Int, b: Int, c: Int, d: Int, e: Int, f: Int, g: Int) in
        Total(a &+ b &+ c &+ d &+ e &+ f &+ g)
    }
    container.register {
        (_, a: Int, b: Int, c: Int, d: Int, e: Int, f: Int, g: Int, h: Int) in
        Total(a &+ b &+ c &+ d &+ e &+ f &+ g &+ h)
    }
    container.register {
        (_, a: Int, b: Int, c: Int, d: Int, e: Int, f: Int, g: Int, h: Int, i: Int) in
        Total(a &+ b &+ c &+ d &+ e &+ f &+ g &+ h &+ i)
    }
    container.register {
        (_, a: Int, b: Int, c: Int, d: Int, e: Int, f: Int, g: Int, h: Int, i: Int, j: Int) in
        Total(a &+ b &+ c &+ d &+ e &+ f &+ g &+ h &+ i &+ j)
    }
    container.register {
        (_, a: Int, b: Int, c: Int, d: Int, e: Int, f: Int, g: Int, h: Int, i: Int, j: Int, k: Int) in
        Total(a &+ b &+ c &+ d &+ e &+ f &+ g &+ h &+ i &+ j &+ k)
    }
    container.register {
        (_, a: Int, b: Int, c: Int, d: Int, e: Int, f: Int, g: Int, h: Int, i: Int, j: Int, k: Int, l: Int) in
        Total(a &+ b &+ c &+ d &+ e &+ f &+ g &+ h &+ i &+ j &+ k &+ l)
    }
}

@inline(never)
private func resolveTotal(_ arity: Int, _ x: Int, from container: Container) -> Total {
    switch arity {
    case 0: container.resolve()
    case 1: container.resolve(arguments: x)
    case 2: container.resolve(arguments: x, x)
    case 3: container.resolve(arguments: x, x, x)
    case 4: container.resolve(arguments: x, x, x, x)
    case 5: container.resolve(arguments: x, x, x, x, x)
    case 6: container.resolve(arguments: x, x, x, x, x, x)
    case 7: container.resolve(arguments: x, x, x, x, x, x, x)
    case 8: container.resolve(arguments: x, x, x, x, x, x, x, x)
    case 9: container.resolve(arguments: x, x, x, x, x, x, x, x, x)
    case 10: container.resolve(arguments: x, x, x, x, x, x, x, x, x, x)
    case 11: container.resolve(arguments: x, x, x, x, x, x, x, x, x, x, x)
    default: container.resolve(arguments: x, x, x, x, x, x, x, x, x, x, x, x)
    }
}

@inline(never)
private func totalByHand(_ arity: Int, _ x: Int) -> Total {
    switch arity {
    case 0: total()
    case 1: total(x)
    case 2: total(x, x)
    case 3: total(x, x, x)
    case 4: total(x, x, x, x)
    case 5: total(x, x, x, x, x)
    case 6: total(x, x, x, x, x, x)
    case 7: total(x, x, x, x, x, x, x)
    case 8: total(x, x, x, x, x, x, x, x)
    case 9: total(x, x, x, x, x, x, x, x, x)
    case 10: total(x, x, x, x, x, x, x, x, x, x)
    case 11: total(x, x, x, x, x, x, x, x, x, x, x)
    default: total(x, x, x, x, x, x, x, x, x, x, x, x)
    }
}

// The functions of a program that makes the service itself, one for each number of arguments.

@inline(never)
private func total() -> Total {
    Total(0)
}

@inline(never)
private func total(_ a: Int) -> Total {
    Total(a)
}

@inline(never)
private func total(_ a: Int, _ b: Int) -> Total {
    Total(a &+ b)
}

@inline(never)
private func total(_ a: Int, _ b: Int, _ c: Int) -> Total {
    Total(a &+ b &+ c)
}

@inline(never)
private func total(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Total {
    Total(a &+ b &+ c &+ d)
}

@inline(never)
private func total(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int) -> Total {
    Total(a &+ b &+ c &+ d &+ e)
}

@inline(never)
private func total(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int, _ f: Int) -> Total {
    Total(a &+ b &+ c &+ d &+ e &+ f)
}

@inline(never)
private func total(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int, _ f: Int, _ g: Int) -> Total {
    Total(a &+ b &+ c &+ d &+ e &+ f &+ g)
}

@inline(never)
private func total(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int, _ f: Int, _ g: Int, _ h: Int) -> Total {
    Total(a &+ b &+ c &+ d &+ e &+ f &+ g &+ h)
}

@inline(never)
private func total(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int, _ f: Int, _ g: Int, _ h: Int, _ i: Int) -> Total {
    Total(a &+ b &+ c &+ d &+ e &+ f &+ g &+ h &+ i)
}

@inline(never)
private func total(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int, _ f: Int, _ g: Int, _ h: Int, _ i: Int, _ j: Int)
    -> Total
{
    Total(a &+ b &+ c &+ d &+ e &+ f &+ g &+ h &+ i &+ j)
}

@inline(never)
private func total(
    _ a: Int,
    _ b: Int,
    _ c: Int,
    _ d: Int,
    _ e: Int,
    _ f: Int,
    _ g: Int,
    _ h: Int,
    _ i: Int,
    _ j: Int,
    _ k: Int
) -> Total {
    Total(a &+ b &+ c &+ d &+ e &+ f &+ g &+ h &+ i &+ j &+ k)
}

@inline(never)
private func total(
    _ a: Int,
    _ b: Int,
    _ c: Int,
    _ d: Int,
    _ e: Int,
    _ f: Int,
    _ g: Int,
    _ h: Int,
    _ i: Int,
    _ j: Int,
    _ k: Int,
    _ l: Int
) -> Total {
    Total(a &+ b &+ c &+ d &+ e &+ f &+ g &+ h &+ i &+ j &+ k &+ l)
}
