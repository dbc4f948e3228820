/// Looks for a service that is not in the table.
@inline(never)
func isAbsentByHand(in table: ServiceTable) -> Bool {
    guard let factory = table[ObjectIdentifier(AbsentService.self)] else { return true }
    consume((factory as! @Sendable () -> AbsentService)() as any Service)
    return false
}

/// Fills a new table with the factories of these services.
@inline(never)
func tableByHand(of services: some Collection<ServiceEntry>) -> ServiceTable {
    var table: ServiceTable = [:]
    for service in services {
        service.insert(&table)
    }
    return table
}

/// Makes the service of this type from its factory in the table.
@inline(never)
func rootByHand(in table: ServiceTable) -> any Linked {
    let factory = table[ObjectIdentifier(LastLink.self)] as! @Sendable () -> LastLink
    return factory()
}
