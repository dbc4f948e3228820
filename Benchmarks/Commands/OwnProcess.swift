import Foundation

/// Measurements that this program makes in another process of its own, and passes on as JSON.
enum OwnProcess {
    /// Starts this program again and reads its answer.
    ///
    /// - Throws: ``CommandError`` if the process fails, or an error of the decoder if its output is no answer.
    static func answer<Answer: Decodable>(to arguments: [String]) throws -> Answer {
        try JSONDecoder().decode(Answer.self, from: Data(Command.own.run(arguments).utf8))
    }

    /// An answer as the process prints it.
    static func text(of answer: some Encodable) throws -> String {
        String(decoding: try JSONEncoder().encode(answer), as: UTF8.self)
    }
}
