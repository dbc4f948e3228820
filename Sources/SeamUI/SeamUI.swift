/// SwiftUI and UIKit integration. Compiles to nothing where those frameworks are absent.
@_exported public import Seam
