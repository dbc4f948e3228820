/// SwiftUI and UIKit integration. Compiles to nothing if those frameworks are absent.
@_exported public import Seam
