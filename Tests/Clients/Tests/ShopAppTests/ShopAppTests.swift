// The guide "Several targets" shows this file.

import Seam
import SeamTesting
import ShopApp
import Testing

@Test func everyServiceOfTheAppCanBeBuilt() async {
    await expectValid(.main)
}
