import Diary

/// The fields at the end of a todo.txt line, after its text: `@tag due:2026-11-22 rec:1w`.
///
/// `rec` is the notation of Simpletask and others. `since` has the dates of the first occurrence, if
/// they do not follow from the line. `t` is the day from which it is on the list, and `wait`, which other
/// programs write, means the same. `pri` is the priority of a completed to-do. If a text would be read as
/// something else, `words` is the number of its words.
struct TodoTxtFields: Hashable {
  var tags: [String] = []
  var due: Day?
  var rule: Recurrence.Rule?
  var since: String?
  var priority: ToDo.Priority?
  /// The days that are written as `t` and `wait`.
  var days: [String: Day] = [:]

  /// The day from which it is on the list, if the dates at the beginning of the line do not give it.
  var day: Day? {
    get { days.values.max() }
    set { days = newValue.map { ["t": $0] } ?? [:] }
  }

  /// The rules that others write too. The rest are those of `Recurrence.Rule`, as one word.
  private static let rules: [(String, Recurrence.Rule)] = [
    ("1d", .day), ("1b", .weekday), ("1w", .week), ("1m", .month), ("1y", .year),
  ]

  private static func word(_ rule: Recurrence.Rule) -> String {
    rules.first { $0.1 == rule }?.0 ?? "\(rule)".replacing(" ", with: "-")
  }

  private static func rule(_ word: Substring) -> Recurrence.Rule? {
    rules.first { $0.0 == word }?.1 ?? Recurrence.Rule(String(word).replacing("-", with: " "))
  }

  // MARK: Writing

  var words: [String] {
    let values: [(String, String?)] = [
      ("due", due.map { "\($0)" }), ("rec", rule.map(Self.word)),
      ("since", since), ("pri", priority?.letter), ("t", day.map { "\($0)" }),
    ]
    return tags.map { "@" + Self.encoded($0) }
      + values.compactMap { key, value in value.map { "\(key):\($0)" } }
  }

  /// The text with its fields.
  func line(_ text: String, isDone: Bool) -> String {
    let line = ([text] + words).joined(separator: " ")
    let reading = Self.separated(line, isDone: isDone)
    if reading.text == text, reading.fields == self { return line }
    return "\(line) words:\(text.split(whereSeparator: \.isWhitespace).count)"
  }

  // MARK: Reading

  /// Separates the text of a line from its fields. The text always keeps a word. `due` is also
  /// recognized within the text.
  ///
  /// - Parameter isDone: whether `pri` is a field.
  static func separated(_ line: String, isDone: Bool) -> (text: String, fields: TodoTxtFields) {
    var words = line.split(whereSeparator: \.isWhitespace)[...]
    if let counted = counted(line, words, isDone: isDone) { return counted }
    var fields = TodoTxtFields()
    while words.count > 1, let last = words.last, fields.take(last, isDone: isDone) {
      words = words.dropLast()
    }
    var text = String(line[..<(words.last?.endIndex ?? line.startIndex)])
    let place = words.dropLast().firstIndex { word in
      word.hasPrefix("due:") && fields.take(word, isDone: isDone)
    }
    if let place {
      text.removeSubrange(words[place].startIndex..<words[place + 1].startIndex)
    }
    return (text, fields)
  }

  /// Reads a line that ends in `words`; `nil` if it does not, or if other words than fields follow
  /// the text.
  private static func counted(
    _ line: String, _ words: ArraySlice<Substring>, isDone: Bool
  ) -> (text: String, fields: TodoTxtFields)? {
    guard let last = words.last, last.hasPrefix("words:"),
      let count = Int(digits: Array(last.utf8.dropFirst(6))), count > 0, count < words.count
    else { return nil }
    var fields = TodoTxtFields()
    for word in words.dropLast().dropFirst(count).reversed() {
      guard fields.take(word, isDone: isDone) else { return nil }
    }
    return (String(line[..<words[words.startIndex + count - 1].endIndex]), fields)
  }

  /// Adds a word to the fields, and returns whether it is a field. The words come from the end of
  /// the line.
  private mutating func take(_ word: Substring, isDone: Bool) -> Bool {
    if word.hasPrefix("@"), word.count > 1 {
      let tag = Self.decoded(word.dropFirst())
      guard Tag.name(tag) == tag, !tag.isEmpty, !tags.contains(where: { Tag.areSame($0, tag) })
      else { return false }
      tags.insert(tag, at: 0)
      return true
    }
    guard let colon = word.firstIndex(of: ":") else { return false }
    let value = word[word.index(after: colon)...]
    switch word[..<colon] {
    case "due": return Self.set(&due, Day(iso: value))
    case "t", "wait": return Self.set(&days[String(word[..<colon])], Day(iso: value))
    case "rec": return Self.set(&rule, Self.rule(value))
    case "since":
      let isRule = Recurrence("week/\(value)", of: nil, due: nil) != nil
      return Self.set(&since, isRule ? String(value) : nil)
    case "pri" where isDone: return Self.set(&priority, ToDo.Priority(value))
    default: return false
    }
  }

  /// Sets a field once.
  private static func set<Value>(_ field: inout Value?, _ value: Value?) -> Bool {
    guard field == nil, let value else { return false }
    field = value
    return true
  }

  // MARK: Tags

  /// White space is percent-encoded, and the percent sign where it would be decoded.
  private static func encoded(_ tag: String) -> String {
    let encodesPercent = decoded(tag[...]) != tag || tag.contains(where: \.isWhitespace)
    return tag.map { letter in
      guard letter.isWhitespace || letter == "%" && encodesPercent else { return String(letter) }
      return letter.utf8.map(\.percentEncoded).joined()
    }.joined()
  }

  private static func decoded(_ text: Substring) -> String {
    String(validating: text.utf8.percentDecoded(), as: UTF8.self) ?? String(text)
  }
}
