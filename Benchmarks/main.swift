import Foundation

let program = Program(
    arguments: Array(CommandLine.arguments.dropFirst()),
    output: { print($0) },
    note: { FileHandle.standardError.write(Data("\($0)\n".utf8)) }
)

exit(program.run().rawValue)
