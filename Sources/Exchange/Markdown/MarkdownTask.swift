import Diary
import JSON

/// A task in the notation of the Tasks plugin of Obsidian: `- [ ] Call back ⏫ 📅 2026-11-21`.
///
/// What the notation cannot express is in a comment before the fields: `%%{"priority": "F"}%%`. The
/// text before such a comment has no fields and tags.
enum MarkdownTask {
  enum Field: String, CaseIterable {
    case id = "🆔"
    case dependsOn = "⛔"
    case highest = "🔺"
    case high = "⏫"
    case medium = "🔼"
    case low = "🔽"
    case lowest = "⏬"
    case recurrence = "🔁"
    case onCompletion = "🏁"
    case created = "➕"
    case start = "🛫"
    case scheduled = "⏳"
    case due = "📅"
    case cancelled = "❌"
    case done = "✅"

    fileprivate static let signs: [Unicode.Scalar: Field] = {
      var signs: [Unicode.Scalar: Field] = ["📆": .due, "🗓": .due, "⌛": .scheduled]
      for field in allCases {
        for sign in field.rawValue.unicodeScalars.prefix(1) { signs[sign] = field }
      }
      return signs
    }()

    static let priorities: [(field: Field, letter: String)] = [
      (.highest, "A"), (.high, "B"), (.medium, "C"), (.low, "D"), (.lowest, "E"),
    ]

    fileprivate var letter: String? { Self.priorities.first { $0.field == self }?.letter }

    /// Whether the text can be the value of the field.
    fileprivate func accepts(_ value: Substring) -> Bool {
      switch self {
      case .id: MarkdownTask.isID(value)
      case .dependsOn: !value.isEmpty && value.split(separator: ",").allSatisfy(MarkdownTask.isID)
      case .highest, .high, .medium, .low, .lowest: value.isEmpty
      case .recurrence: Recurrence.Rule(words: value) != nil
      case .onCompletion: !value.isEmpty && value.utf8.allSatisfy(\.isASCIILetter)
      default: Day(iso: value) != nil
      }
    }
  }

  fileprivate static func isID(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { $0.isASCIILetterOrDigit || $0 == 0x2D || $0 == 0x5F }
  }

  // The names of fields of items that this notation keeps.
  static let status = "status"
  private static let anchor = "^"
}

// MARK: Reading

extension MarkdownTask {
  /// The character in the brackets of a line such as `- [x] text`, and what follows them.
  static func box(_ line: some StringProtocol) -> (mark: Character, text: Substring)? {
    guard let first = line.utf8.first, "-*+".utf8.contains(first) else { return nil }
    let rest = Substring(line).dropFirst()
    guard rest.hasPrefix(" ["), let mark = rest.dropFirst(2).first,
      rest.dropFirst(3).hasPrefix("] ")
    else { return nil }
    return (mark, rest.dropFirst(5))
  }

  /// The to-do of a line; `nil` if the line is no task that is open or done, or has no text.
  ///
  /// - Parameter page: the day of its page. A start on a later day, or else such a plan, is the day from which it
  ///   is on the list.
  static func item(_ line: String, on page: Day?, _ time: CivilTime) -> Item? {
    guard let (mark, typed) = box(line), " xX/".contains(mark) else { return nil }
    var parts = Parts(typed, on: page)
    guard !parts.text.isEmpty else { return nil }
    var toDo = NewToDo(text: parts.text, day: parts.day)
    let due = parts.day(.due)
    toDo.details.due = due
    toDo.details.tags = parts.allTags
    let letter = parts.extra["priority"]?.string
    toDo.details.priority =
      letter.flatMap { ToDo.Priority($0) }
      ?? Field.priorities.first { parts.values[$0.field] != nil }
      .flatMap { ToDo.Priority($0.letter) }
    if let rule = parts.values[.recurrence].flatMap({ Recurrence.Rule(words: $0) }) {
      if let first = parts.extra["first"]?.string.flatMap({ Day(iso: $0) }) {
        let firstDue = parts.extra["firstDue"]?.string.flatMap { Day(iso: $0) }
        toDo.details.recurrence = Recurrence(every: rule, from: first, due: firstDue)
      } else if let day = parts.day {
        toDo.details.recurrence = Recurrence(every: rule, from: day, due: due)
      } else {
        toDo.rule = rule
      }
    }
    toDo.createdAt = parts.day(.created).map { time.noon(of: $0) }
    if "xX".contains(mark), let done = parts.day(.done) ?? page {
      toDo.doneAt = time.noon(of: done)
      toDo.doneOn = done
    } else if let done = parts.values[.done] {
      parts.fields.add(Field.done.rawValue, String(done))
    }
    if mark == "/" { parts.fields.add(status, "/" as String) }
    let key = parts.values[.id].map { String($0) } ?? parts.extra["id"]?.string
    return Item(.toDo(toDo), key: key, fields: parts.fields)
  }

  /// The parts of a line after the brackets.
  private struct Parts {
    var text = ""
    var values: [Field: Substring] = [:]
    var tags: [String] = []
    /// The comment of this program.
    var extra: JSONValue = [:]
    /// What has no place in a to-do.
    var fields: [JSONValue.Member] = []
    /// The day from which the to-do is on the list.
    var day: Day?

    init(_ line: Substring, on page: Day?) {
      var rest = line.trimmed
      var before: Substring?
      if let comment = rest.comment {
        (before, extra) = (comment.before.trimmed, comment.value)
        rest = comment.after
      }
      if let anchor = rest.lastWord, anchor.first == "^", MarkdownTask.isID(anchor.dropFirst()) {
        fields.add(MarkdownTask.anchor, String(anchor.dropFirst()))
        rest = rest[..<anchor.startIndex]
      }
      var kept: [Substring] = []
      while true {
        rest = rest.trimmed
        if let tag = rest.takeLastTag(mayBeAll: before != nil) {
          tags.append(tag)
          continue
        }
        guard let (sign, field, value) = rest.lastField, values[field] == nil else { break }
        if field.accepts(value) {
          values[field] = value
        } else if field == .recurrence, before == nil,
          value.utf8.allSatisfy({ $0.isASCIILetterOrDigit || $0 == 0x20 || $0 == 0x2C })
        {
          // A rule that has no equal here stays in the text.
          kept.append(rest[sign...])
        } else {
          break
        }
        rest = rest[..<sign]
      }
      tags.reverse()
      kept.append(rest)
      kept.append(before ?? "")
      text = kept.reversed().filter { !$0.isEmpty }.joined(separator: " ")
      day = takeBeginning(from: page)
      for field in [Field.dependsOn, .onCompletion, .cancelled] where values[field] != nil {
        keep(field)
      }
    }

    private mutating func keep(_ field: Field) {
      fields.add(field.rawValue, JSONValue(values[field].map(String.init)))
    }

    /// The day from which the to-do is on the list. The field that gives it is kept without a value, and others
    /// with theirs.
    private mutating func takeBeginning(from page: Day?) -> Day? {
      let given = [Field.start, .scheduled].first { values[$0] != nil }
      let first = given.flatMap { day($0) }
      let isLater = first.map { first in page.map { first >= $0 } ?? true } ?? false
      for field in [Field.start, .scheduled] where values[field] != nil {
        if field == given, isLater {
          fields.add(field.rawValue, JSONValue.null)
        } else {
          keep(field)
        }
      }
      return isLater ? first : page
    }

    func day(_ field: Field) -> Day? { values[field].flatMap { Day(iso: $0) } }

    /// The tags of the comment, without those that were removed from the line since, and those of
    /// the line.
    var allTags: [String] {
      let listed = (extra["tags"]?.array ?? []).compactMap(\.string)
      let written = Set(tags.map { Tag.key($0) })
      return Tag.names(
        listed.filter { !Tag.canBeWritten($0) || written.contains(Tag.key($0)) } + tags)
    }
  }
}

extension Substring {
  fileprivate var lastWord: Substring? {
    guard let last = lastIndex(where: \.isWhitespace) else { return isEmpty ? nil : self }
    let word = self[last...].dropFirst()
    return word.isEmpty ? nil : word
  }

  /// Removes a tag at the end.
  ///
  /// - Parameter mayBeAll: whether nothing has to be left.
  mutating func takeLastTag(mayBeAll: Bool = false) -> String? {
    guard let word = lastWord, word.first == "#", mayBeAll || word.startIndex > startIndex,
      Tag.canBeWritten(String(word.dropFirst()))
    else { return nil }
    self = self[..<word.startIndex]
    return String(word.dropFirst())
  }

  /// The last sign of a field, and the text after it.
  fileprivate var lastField: (sign: Index, field: MarkdownTask.Field, value: Substring)? {
    guard
      let sign = unicodeScalars.lastIndex(where: { MarkdownTask.Field.signs[$0] != nil }),
      let field = MarkdownTask.Field.signs[unicodeScalars[sign]]
    else { return nil }
    var value = unicodeScalars[sign...].dropFirst()
    if value.first == "\u{FE0F}" { value.removeFirst() }
    return (sign, field, Substring(value).trimmed)
  }

  /// The last comment `%%{...}%%`.
  fileprivate var comment: (before: Substring, value: JSONValue, after: Substring)? {
    guard let end = utf8.ranges(of: "}%%".utf8).last,
      let start = utf8[..<end.upperBound].ranges(of: "%%{".utf8).last,
      let value = try? JSONParser.parse(
        Array(utf8[start.lowerBound...end.lowerBound].dropFirst(2))),
      value.object != nil
    else { return nil }
    return (self[..<start.lowerBound], value, self[end.upperBound...])
  }
}

// MARK: Writing

extension MarkdownTask {
  /// Whether a to-do is on the page of a day, and says itself from which day on it is on the list.
  static func hasOwnDay(_ item: Item) -> Bool {
    [Field.start, .scheduled].contains { item.field($0.rawValue) == .null }
  }

  /// The line of a to-do on the page of a day.
  static func line(_ item: Item, _ toDo: NewToDo, on day: Day?, _ time: CivilTime) -> String {
    let text = ToDo.line(toDo.text)
    let extra = extra(item, toDo)
    let rest = fields(item, toDo)
    func line(_ comment: String?) -> String {
      let mark = toDo.doneAt == nil ? item.field(status)?.string ?? " " : "x"
      return (["- [\(mark)]", text] + (comment.map { [$0] } ?? []) + rest).filter { !$0.isEmpty }
        .joined(separator: " ")
    }
    guard extra.isEmpty else {
      // The signs of a comment do not occur inside of it.
      let json = JSONValue.object(extra).text(.compact).replacing("%", with: "\\u0025")
      return line("%%\(json)%%")
    }
    let plain = line(nil)
    let read = Self.item(plain, on: day, time)?.content.toDo?.text
    return read?.utf8.elementsEqual(text.utf8) == true ? plain : line("%%{}%%")
  }

  /// What the notation cannot express.
  private static func extra(_ item: Item, _ toDo: NewToDo) -> [JSONValue.Member] {
    let details = toDo.details
    var extra: [JSONValue.Member] = []
    if let letter = details.priority?.letter, Field.priorities.allSatisfy({ $0.letter != letter }) {
      extra.add("priority", letter)
    }
    let tags = Tag.names(details.tags, notIn: toDo.text)
    if !tags.allSatisfy(Tag.canBeWritten) {
      extra.add("tags", .array(tags.map(JSONValue.string)))
    }
    if let recurrence = details.recurrence,
      recurrence.first != toDo.day || recurrence.firstDue != details.due
    {
      extra.add("first", "\(recurrence.first)")
      extra.add("firstDue", recurrence.firstDue?.description)
    }
    if let key = item.key, !isID(key[...]) { extra.add("id", key) }
    return extra
  }

  /// The tags and fields, in the order in which the plugin writes them.
  private static func fields(_ item: Item, _ toDo: NewToDo) -> [String] {
    let details = toDo.details
    var parts = Tag.names(details.tags, notIn: toDo.text).filter(Tag.canBeWritten).map { "#\($0)" }
    func add(_ field: Field, _ value: String?) {
      if let value { parts.append("\(field.rawValue) \(value)") }
    }
    func kept(_ field: Field) -> String? { item.field(field.rawValue)?.string }
    add(.id, item.key.flatMap { isID($0[...]) ? $0 : nil })
    add(.dependsOn, kept(.dependsOn))
    if let priority = details.priority {
      parts += Field.priorities.filter { $0.letter == priority.letter }.map(\.field.rawValue)
    }
    add(.recurrence, (details.recurrence?.rule ?? toDo.rule)?.words)
    add(.onCompletion, kept(.onCompletion))
    add(.created, toDo.createdAt.map { "\($0.day)" })
    for field in [Field.start, .scheduled] {
      let isBeginning = item.field(field.rawValue) == .null
      add(field, isBeginning ? toDo.day.map { "\($0)" } : kept(field))
    }
    add(.due, details.due.map { "\($0)" })
    add(.cancelled, kept(.cancelled))
    add(.done, (toDo.doneOn ?? toDo.doneAt?.day).map { "\($0)" } ?? kept(.done))
    if let anchor = item.field(anchor)?.string { parts.append("^\(anchor)") }
    return parts
  }
}

// MARK: Rules

extension Recurrence.Rule {
  private static let places = ["1st", "2nd", "3rd", "4th"]
  private static let placeNames = ["first", "second", "third", "fourth"]

  /// `every week on Monday, Thursday`
  var words: String {
    switch self {
    case .weekday, .days, .weeks, .months: return "every \(self)"
    case .weekdays(let days):
      return "every week on \(days.fromMonday.map(\.english).joined(separator: ", "))"
    case .weekdayOfMonth(let place, let weekday):
      let name = Self.places.indices.contains(place - 1) ? Self.places[place - 1] : "last"
      return "every month on the \(name) \(weekday.english)"
    }
  }

  init?(words text: some StringProtocol) {
    let words = text.lowercased().split { $0 == " " || $0 == "," }
    guard words.first == "every", words.count < 20 else { return nil }
    let rest = words.dropFirst().map(String.init)
    func weekday(_ name: String) -> Weekday? { Weekday.allCases.first { "\($0)" == name } }
    if rest == ["weekday"] {
      self = .weekday
    } else if rest.starts(with: ["week", "on"]), rest.count > 2 {
      let days = rest.dropFirst(2).map(weekday)
      guard !days.contains(nil) else { return nil }
      self = .weekdays(Set(days.compactMap(\.self)))
    } else if rest.starts(with: ["month", "on", "the"]), rest.count == 5 {
      guard let weekday = weekday(rest[4]) else { return nil }
      let place = Self.places.firstIndex(of: rest[3]) ?? Self.placeNames.firstIndex(of: rest[3])
      guard place != nil || rest[3] == "last" else { return nil }
      self = .weekdayOfMonth(place.map { $0 + 1 } ?? -1, weekday)
    } else if let days = rest.count == 1 ? weekday(rest[0]) : nil {
      self = .weekdays([days])
    } else {
      // `2 weeks` is also how this program writes it.
      guard (1...2).contains(rest.count), let rule = Self(rest.joined(separator: " ")),
        rest.allSatisfy({ $0.utf8.allSatisfy(\.isASCIILetterOrDigit) })
      else { return nil }
      switch rule {
      case .days, .weeks, .months: self = rule
      default: return nil
      }
    }
  }
}
