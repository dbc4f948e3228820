/// SwiftUI, UIKit and AppKit integration. Each part is left out if its framework is absent.
@_exported public import Seam
