import Diary
import Localization
import Platform

/// Reads text from the user. Text is either accepted unchanged or rejected.
package struct TextInput: Sendable {
  package let streams: Streams
  package let directory: WorkingDirectory

  /// The largest accepted text, in bytes: larger than any reasonable note, but small enough for the
  /// journal to stay fast.
  package static let limit = 64 << 20

  /// The contents of a file, or of standard input if the name is `-`.
  package func read(_ name: String) throws -> String {
    try Self.text(bytes(name), from: name)
  }

  /// The bytes of a file, or of standard input if the name is `-`.
  package func bytes(_ name: String) throws -> [UInt8] {
    do {
      return
        try name == "-"
        ? streams.read(Self.limit) : File.read(directory.file(name), limit: Self.limit)
    } catch  where error.code == .tooBig {
      throw Explanation(.textTooLong(limit: Self.limit >> 20, file: name), status: .usage)
    } catch {
      throw Explanation(
        .fileUnreadable(path: name, reason: error.code.message), status: .usage)
    }
  }

  /// The words of a command as one text; standard input if the only word is `-`.
  package func text(of words: [String]) throws -> String {
    try words == ["-"] ? read("-") : Self.checked(words.joined(separator: " "))
  }

  /// The text that is piped to a command without words. It is `nil` if standard input is a
  /// terminal, or has nothing but white space.
  package func piped() throws -> String? {
    guard !streams.isTerminal(.input) else { return nil }
    let text = try read("-")
    return text.allSatisfy(\.isWhitespace) ? nil : text
  }

  /// - Parameter name: the name of the source in error messages.
  package static func text(_ bytes: [UInt8], from name: String) throws -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Explanation(.textNotUTF8(file: name), hint: .textNotUTF8Hint, status: .usage)
    }
    return try checked(text)
  }

  package static func checked(_ text: String) throws -> String {
    guard !text.utf8.contains(0) else {
      throw Explanation(.textHasNUL, hint: .textHasNULHint, status: .usage)
    }
    return text
  }

  /// The tags without duplicates, in the order in which they were typed.
  package static func tags(_ typed: [String]) throws -> [String] {
    var tags: [String] = []
    for tag in typed.map({ Tag.name($0) }) {
      guard !tag.allSatisfy(\.isWhitespace) else {
        throw Explanation(.tagEmpty, status: .usage)
      }
      guard !tag.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
      else { throw Explanation(.tagBad(tag: tag), hint: .tagHint, status: .usage) }
      if !tags.contains(where: { $0.lowercased() == tag.lowercased() }) { tags.append(tag) }
    }
    return tags
  }
}
