import Seam
import Testing

struct CallSiteTests {
    @Test func callSiteDescribesFileAndLine() throws {
        let error = try #require(throws: ResolutionError.self) {
            try Container().tryResolve(Int.self, fileID: "Shop/Cart.swift", line: 12)
        }
        let site = try #require(error.location)
        #expect(site.fileID == "Shop/Cart.swift")
        #expect(site.line == 12)
        #expect(site.description == "Shop/Cart.swift:12")
    }

    @Test func callSiteIsWhereTheRequestIsWritten() throws {
        let line = #line + 3
        var location: CallSite?
        do throws(ResolutionError) {
            _ = try Container().tryResolve(Int.self)
        } catch {
            location = error.location
        }
        let site = try #require(location)
        #expect(site.fileID == #fileID)
        #expect(site.line == line)
    }

    @Test func callSitesOfOnePlaceAreEqual() throws {
        func site(_ line: UInt) throws -> CallSite {
            let error = try #require(throws: ResolutionError.self) {
                try Container().tryResolve(Int.self, fileID: "Shop/Cart.swift", line: line)
            }
            return try #require(error.location)
        }
        #expect(try site(1) == site(1))
        #expect(try site(1) != site(2))
        #expect(try Set([site(1), site(1), site(2)]).count == 2)
    }
}
