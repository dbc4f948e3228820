/// The help text of the program.
enum Usage {
    static let text = """
        Measures what resolving a service costs, beside the same thing written by hand.

        USAGE: seam-benchmarks [--check] [--quick] [--once] [--growth | --forms | --client]
                               [--filter TEXT] [--markdown] [--json PATH] [--svg PATH]
                               [--pages FOLDER]

        OPTIONS:
          --check        Exit with 1 if a workload stays over its gate, a curve is too
                         steep or memory grows. Without --growth, and if no other option
                         asks for more, only the workloads are measured.
          --quick        Take fewer samples: a first impression within seconds.
          --once         Do not measure again if something is over its gate.
          --growth       Only watch growth: of memory over 10 million resolutions and
                         1 million registrations and resets, and of times over sizes.
          --forms        Only compare the forms of requests with one object.
          --client       Only measure the program that uses Seam: its compile time, form by
                         form, and its size. Needs the checkout as current folder,
                         swift, swiftc and strip; takes minutes.
          --filter TEXT  Only measure what has TEXT in its name.
          --markdown     Print the tables as Markdown.
          --json PATH    Write the whole report as JSON, too.
          --svg PATH     Draw the ratios and the scale series, too.
          --pages FOLDER Renew the tables in the pages of this folder, too.
          --help, -h     Print this text.

        Tables go to the standard output, progress goes to the standard error.
        Wrong options exit with 2. Measure a release build: swift run -c release.
        """
}
