import Foundation

/// A sanitizer that the tests run under; it takes more stack, memory and time than any program has to spend.
package enum Sanitizer {
    /// Whether the runtime of the address or the thread sanitizer is part of this process.
    package static let isActive: Bool = {
        let names: [String] = ["__asan_init", "__tsan_init"]
        return names.contains { name in unsafe dlsym(dlopen(nil, RTLD_NOW), name) != nil }
    }()
}
