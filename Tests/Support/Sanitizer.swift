import Foundation

/// A sanitizer that the tests run under; it takes more stack, memory and time than any program has to spend.
package enum Sanitizer {
    /// Whether the runtime of the address or the thread sanitizer is part of this process.
    package static let isActive = isOfAddresses || has("__tsan_init")

    /// Whether the runtime of the address sanitizer is part of this process: it enlarges frames the most, and knows no
    /// thread that ends inside a call.
    package static let isOfAddresses = has("__asan_init")

    private static func has(_ symbol: String) -> Bool { unsafe dlsym(dlopen(nil, RTLD_NOW), symbol) != nil }
}
