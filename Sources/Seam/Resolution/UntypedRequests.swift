// The requests whose type the compiler cannot infer, and those whose first argument is not a type.
//
// Each form of a request is available with and without arguments. If neither has a type for the service, Swift 6.3
// fails without a message. The compiler then chooses these forms, which have a message. They return `Never`, which no
// service is. So do the forms with `Wrong`, for a first argument that is not a type. They are needed until the compiler
// names the mistake.

extension Resolving {
    /// Unavailable: the type of the service is not known.
    @available(
        *,
        unavailable,
        message: "the service has no type: write 'let cart: Cart = services.resolve()' or 'services.resolve(Cart.self)'"
    )
    public func resolve(name: ServiceName? = nil, fileID: StaticString = #fileID, line: UInt = #line) -> Never {
        fatalError()
    }

    /// Unavailable: the type of the service is not known.
    @available(
        *,
        unavailable,
        message: "the service has no type: write 'let cart: Cart = services.resolve()' or 'services.resolve(Cart.self)'"
    )
    public func resolve<each Argument>(
        name: ServiceName? = nil,
        arguments: repeat each Argument,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Never {
        fatalError()
    }

    /// Unavailable: the type of the service is not known.
    @available(*, unavailable, message: "the service has no type: write 'try services.tryResolve(Cart.self)'")
    public func tryResolve(
        name: ServiceName? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws(ResolutionError) -> Never {
        fatalError()
    }

    /// Unavailable: the type of the service is not known.
    @available(*, unavailable, message: "the service has no type: write 'try services.tryResolve(Cart.self)'")
    public func tryResolve<each Argument>(
        name: ServiceName? = nil,
        arguments: repeat each Argument,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws(ResolutionError) -> Never {
        fatalError()
    }

    /// Unavailable: the type of the service is not known.
    @available(*, unavailable, message: "the service has no type: write 'try await services.resolveAsync(Cart.self)'")
    public func resolveAsync(
        name: ServiceName? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Never {
        fatalError()
    }

    /// Unavailable: the type of the service is not known.
    @available(*, unavailable, message: "the service has no type: write 'try await services.resolveAsync(Cart.self)'")
    public func resolveAsync<each Argument>(
        name: ServiceName? = nil,
        arguments: repeat each Argument,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Never {
        fatalError()
    }

    /// Unavailable: the first argument is not a type.
    @available(*, unavailable, message: "the first argument is a type, such as 'Cart.self'; a name needs 'name:'")
    public func resolve<Wrong>(
        _ wrong: Wrong,
        name: ServiceName? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Never {
        fatalError()
    }

    /// Unavailable: the first argument is not a type.
    @available(*, unavailable, message: "the first argument is a type, such as 'Cart.self'; a name needs 'name:'")
    public func tryResolve<Wrong>(
        _ wrong: Wrong,
        name: ServiceName? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws(ResolutionError) -> Never {
        fatalError()
    }

    /// Unavailable: the first argument is not a type.
    @available(*, unavailable, message: "the first argument is a type, such as 'Cart.self'; a name needs 'name:'")
    public func resolveAsync<Wrong>(
        _ wrong: Wrong,
        name: ServiceName? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Never {
        fatalError()
    }
}

/// Unavailable: the type of the service is not known.
@available(
    *,
    unavailable,
    message: "the service has no type: write 'let cart: Cart = resolve()' or 'resolve(Cart.self)'"
)
public func resolve(name: ServiceName? = nil, fileID: StaticString = #fileID, line: UInt = #line) -> Never {
    fatalError()
}

/// Unavailable: the type of the service is not known.
@available(
    *,
    unavailable,
    message: "the service has no type: write 'let cart: Cart = resolve()' or 'resolve(Cart.self)'"
)
public func resolve<each Argument>(
    name: ServiceName? = nil,
    arguments: repeat each Argument,
    fileID: StaticString = #fileID,
    line: UInt = #line
) -> Never {
    fatalError()
}

/// Unavailable: the first argument is not a type.
@available(*, unavailable, message: "the first argument is a type, such as 'Cart.self'; a name needs 'name:'")
public func resolve<Wrong>(
    _ wrong: Wrong,
    name: ServiceName? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
) -> Never {
    fatalError()
}
