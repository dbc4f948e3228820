/// What a program without Seam would keep its factories in: the floor of every comparison between tables.
typealias ServiceTable = [ObjectIdentifier: Any]
