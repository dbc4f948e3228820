/// The table in which a program without Seam would keep its factories: the floor of every comparison of tables.
typealias ServiceTable = [ObjectIdentifier: Any]
