import Observation
import TestKit
import Testing

@testable import SeamUI

@Observable
private final class Model {}

private final class PlainModel {}

struct ObservationCheckTests {
    private func observable<Service>(in service: Service) -> (any Observable)? {
        ObservationCheck.observable(in: service, as: (any Observable).self, by: .observable)
    }

    @Test func objectIsFoundBehindAnyType() {
        let model = Model()
        #expect(observable(in: model) as? Model === model)
        #expect(observable(in: model as AnyObject) as? Model === model)
        #expect(observable(in: model as Model?) as? Model === model)
    }

    @Test func emptyOptionalNeedsNoObservation() {
        #expect(observable(in: Model?.none) == nil)
        #expect(observable(in: PlainModel?.none) == nil)
    }

    @Test func objectWithoutObservationStopsTheProgram() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = ObservationCheck.observable(in: PlainModel(), as: (any Observable).self, by: .observable)
        }
        let text = try #require(result).standardErrorText
        #expect(
            text.contains(
                """
                'PlainModel' is not Observable, so @InjectObservable cannot redraw its view.
                  To fix it, mark the class @Observable; for a class that is an ObservableObject, use @InjectObject.
                """
            )
        )
    }

    @Test func objectThatIsNoObservableObjectStopsTheProgram() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = ObservationCheck.observable(in: Model(), as: (any Error).self, by: .object)
        }
        let text = try #require(result).standardErrorText
        #expect(
            text.contains(
                """
                'Model' is not an ObservableObject, so @InjectObject cannot redraw its view.
                  To fix it, conform the class to ObservableObject; for a class marked @Observable, use @InjectObservable.
                """
            )
        )
    }
}
