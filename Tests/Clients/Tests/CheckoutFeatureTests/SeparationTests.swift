import Interfaces
import Seam
import SeamTesting
import Testing

/// The test targets of a package are one program, whose main container has the registrations of the app.
struct SeparationTests {
    @Test(.container(copying: Container())) func servicesOfTheAppAreMissingInAnEmptyContainer() {
        #expect(Container.current.optional((any Payments).self) == nil)
        #expect(Container.main.optional((any Payments).self) != nil)
    }
}
