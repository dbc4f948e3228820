import Seam

extension Container {
    /// A declared service that is made once.
    var declaredSingleton: Factory<any Service> { self { LiveService() }.singleton }
    /// A declared service that is made for every request.
    var declaredService: Factory<any Service> { self { LiveService() } }
    /// A declared service that is made with an argument.
    var declaredUser: Factory<any Service, Int> { self { userID in UserService(userID: userID) } }
    /// A declared service that is made once for each argument.
    var declaredCachedUser: Factory<any Service, Int> { self { userID in UserService(userID: userID) }.cached }
}

/// A value with a declared service that exists already.
struct SingletonOwner {
    @Inject(\.declaredSingleton) var service
}

/// A value with a declared service that is made for it.
struct ServiceOwner {
    @Inject(\.declaredService) var service
}

/// A value with a declared service that is made for it with an argument.
struct UserOwner {
    @Inject(\.declaredUser, arguments: 42) var service
}
