import Diary

/// The metadata of a to-do that other programs keep in fields, written into the text in todo.txt
/// syntax: `(A) text +project @tag due:2026-11-22`.
struct ToDoMetadata: Hashable {
  /// `A` is high, `B` is medium, `C` is low. Other letters cannot be converted.
  var priority: Character?
  var project: String?
  var tags: [String] = []
  var due: Day?

  static func isPriority(_ word: some StringProtocol) -> Bool {
    let letters = Array(word.utf8)
    return letters.count == 3 && letters[0] == UInt8(ascii: "(")
      && (0x41...0x5A).contains(letters[1]) && letters[2] == UInt8(ascii: ")")
  }

  /// The text with the metadata that it does not contain yet.
  func written(into text: String) -> String {
    let words = text.split(whereSeparator: \.isWhitespace)
    var whole = text
    if let priority, !(words.first.map { Self.isPriority($0) } ?? false) {
      whole = "(\(priority)) \(text)"
    }
    for word in fields where !words.contains(word[...]) { whole += " \(word)" }
    return whole
  }

  /// The metadata after the text, one word for each field.
  private var fields: [String] {
    (project.map { ["+\($0)"] } ?? []) + tags.map { "@\($0)" } + (due.map { ["due:\($0)"] } ?? [])
  }

  /// Separates the metadata at the beginning and the end of a text from the rest, but only if
  /// writing it back gives the same text.
  static func extracted(from text: String) -> (text: String, metadata: ToDoMetadata) {
    var words = text.split(separator: " ", omittingEmptySubsequences: false)[...]
    var metadata = ToDoMetadata()
    if let first = words.first, isPriority(first), let letter = first.dropFirst().first,
      "ABC".contains(letter)
    {
      metadata.priority = letter
      words = words.dropFirst()
    }
    while let last = words.last, metadata.take(last) { words = words.dropLast() }
    let rest = words.joined(separator: " ")
    guard words.contains(where: { !$0.isEmpty }), metadata.written(into: rest) == text else {
      return (text, ToDoMetadata())
    }
    return (rest, metadata)
  }

  /// Adds a word to the metadata, and returns whether it is metadata. The words come from the end
  /// of the text, the last one first.
  private mutating func take(_ word: Substring) -> Bool {
    if word.hasPrefix("due:"), due == nil, let day = Day(iso: word.dropFirst(4)) {
      due = day
    } else if word.hasPrefix("@"), word.count > 1, project == nil {
      tags.insert(String(word.dropFirst()), at: 0)
    } else if word.hasPrefix("+"), word.count > 1, project == nil {
      project = String(word.dropFirst())
    } else {
      return false
    }
    return true
  }
}
