import Diary

/// What a program with fields knows of a to-do beside its text, written into the text as todo.txt
/// has it: `(A) text +project @tag due:2026-11-22`.
struct ToDoMetadata: Hashable {
  /// `A` for high, `B` for medium, `C` for low; other letters have no such meaning.
  var priority: Character?
  var project: String?
  var tags: [String] = []
  var due: Day?

  static func isPriority(_ word: some StringProtocol) -> Bool {
    let letters = Array(word.utf8)
    return letters.count == 3 && letters[0] == UInt8(ascii: "(")
      && (0x41...0x5A).contains(letters[1]) && letters[2] == UInt8(ascii: ")")
  }

  /// The text with the marks that it does not have yet.
  func written(into text: String) -> String {
    let words = text.split(whereSeparator: \.isWhitespace)
    var whole = text
    if let priority, !(words.first.map { Self.isPriority($0) } ?? false) {
      whole = "(\(priority)) \(text)"
    }
    for mark in marks where !words.contains(mark[...]) { whole += " \(mark)" }
    return whole
  }

  private var marks: [String] {
    (project.map { ["+\($0)"] } ?? []) + tags.map { "@\($0)" } + (due.map { ["due:\($0)"] } ?? [])
  }

  /// Takes the marks at the beginning and at the end of a text out of it, but only where writing
  /// them into what is left gives the same text again.
  static func taken(from text: String) -> (text: String, marks: ToDoMetadata) {
    var words = text.split(separator: " ", omittingEmptySubsequences: false)[...]
    var marks = ToDoMetadata()
    if let first = words.first, isPriority(first), let letter = first.dropFirst().first,
      "ABC".contains(letter)
    {
      marks.priority = letter
      words = words.dropFirst()
    }
    while let last = words.last, marks.take(last) { words = words.dropLast() }
    let rest = words.joined(separator: " ")
    guard words.contains(where: { !$0.isEmpty }), marks.written(into: rest) == text else {
      return (text, ToDoMetadata())
    }
    return (rest, marks)
  }

  /// From the end of a text, and so the last one first.
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
