/// The options of the command line.
struct Options: Equatable, Sendable {
    /// The source of the sign-ups.
    var input = Input.sample
    /// The store of the accounts.
    var storage = Storage.memory
    /// The channel of the welcome notes.
    var channel = Channel.console
    /// Whether a mock replaces the channel.
    var mocksWelcome = false
    /// A look at the container, instead of the work.
    var inspection: Inspection?
    /// Whether to print every request of the services.
    var traces = false
    /// Whether to print the usage and do nothing else.
    var showsHelp = false
}

extension Options {
    /// The text that `--help` prints.
    static let usage = """
        Usage: seam-example [FILE | -] [--store STORE] [--channel CHANNEL] [--mock] [--trace]
               seam-example --validate | --graph FORMAT[:PATH] | --explain TYPE

        Signs up the people listed in FILE, one "name,email" a line, and welcomes each of them.
        Blank lines and lines that begin with "#" are skipped.
        Without a file it reads a sample; "-" reads standard input.

          --store memory         keep the accounts until the program ends (default)
          --store file:PATH      add the accounts to the file at PATH
          --channel console      print the welcome notes (default)
          --channel outbox:DIR   put every welcome note into a file in DIR
          --mock                 send no notes, only say who would get one
          --trace                print every request of the services to standard error
          --validate             sign up nobody, but build every service in a dry run
          --graph FORMAT         print which service needs which, as mermaid, dot or html
          --graph FORMAT:PATH    write the same to the file at PATH
          --explain TYPE         print how the services of a type are resolved
          --help                 print this text

        The exit status is 0 if everybody is signed up. It is 1 if a line failed, if a file cannot be read or written,
        if the output cannot be written, if a service cannot be built, or if a type is unknown. It is 2 if the options
        are wrong.
        """
}
