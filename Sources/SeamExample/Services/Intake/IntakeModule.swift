import Seam

/// Registers the source that the user chose.
struct IntakeModule: Module {
    let input: Input

    func register(in container: Container) {
        switch input {
        case .sample:
            container.register { FileSource.sample as any SignUpSource }
        case .standardInput:
            container.register { StandardInputSource() as any SignUpSource }
        case .file(let path):
            container.register { FileSource(path: path) as any SignUpSource }
        }
    }
}
