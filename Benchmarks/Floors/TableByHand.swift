/// Looks for a service that is not in the table.
@inline(never)
func isAbsentByHand(in table: ServiceTable) -> Bool {
    guard let factory = table[ObjectIdentifier(AbsentService.self)] else { return true }
    consume((factory as! @Sendable () -> AbsentService)() as any Service)
    return false
}

/// Fills a new table with the factories of these services.
@inline(never)
func tableByHand(of services: [ServiceEntry]) -> FactoryTable {
    var table: FactoryTable = [:]
    for service in services {
        service.insert(&table)
    }
    return table
}

/// Makes the last link from its factory in the table.
@inline(never)
func rootByHand(in table: FactoryTable) -> any Linked {
    guard let factory = table[ObjectIdentifier(LastLink.self)] else { preconditionFailure("The table has no root.") }
    return factory() as! LastLink
}

/// Fills a new table with factories in boxes.
@inline(never)
func tableByHand(of services: [any Numbered.Type]) -> ServiceTable {
    var table: ServiceTable = [:]
    for service in services {
        table[ObjectIdentifier(service)] = { @Sendable in service.init() }
    }
    return table
}
