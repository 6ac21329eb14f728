/// The diary's text of one local calendar day, with that day's weather.
public struct Entry: Hashable, Sendable {
  public var day: Day
  public var text: EntryText
  /// A JSON object, kept to the letter for whoever knows what it says. It is the day's rather than
  /// the text's, and has no versions.
  public var weather: String?
  public var version: Int
  public var createdAt: Moment
  public var updatedAt: Moment
  public var deletedAt: Moment?

  public init(
    day: Day, text: EntryText, weather: String?, version: Int, createdAt: Moment,
    updatedAt: Moment, deletedAt: Moment?
  ) {
    self.day = day
    self.text = text
    self.weather = weather
    self.version = version
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.deletedAt = deletedAt
  }
}

/// What a person wrote on a day: the part of an entry that has versions.
public struct EntryText: Hashable, Sendable {
  public var title: String
  public var body: String

  public init(title: String, body: String) {
    self.title = title
    self.body = body
  }
}

extension EntryText {
  /// Takes the first line that is not empty for the title, and what stands below it for the body.
  public init(written text: String) {
    let lines = Self.lines(of: text)[...].drop(while: \.isBlank)
    title = lines.first.map { String($0.trimmed) } ?? ""
    body = Self.withoutBlankLinesAround(lines.dropFirst(), of: text)
  }

  /// All of it as one text, as an editor is given it.
  public var written: String {
    if title.isEmpty { return body }
    return body.isEmpty ? title : "\(title)\n\n\(body)"
  }

  public var isEmpty: Bool { title.isEmpty && body.isEmpty }

  /// The same with one more paragraph at its end.
  public func adding(_ paragraph: String) -> EntryText {
    if isEmpty { return EntryText(written: paragraph) }
    let new = Self.withoutBlankLinesAround(Self.lines(of: paragraph)[...], of: paragraph)
    if new.isEmpty { return self }
    let old = Self.withoutBlankLinesAround(Self.lines(of: body)[...], of: body)
    return EntryText(title: title, body: old.isEmpty ? new : "\(old)\n\n\(new)")
  }

  /// Two texts are the same only where every byte is.
  public func isIdentical(to other: EntryText) -> Bool {
    title.utf8.elementsEqual(other.title.utf8) && body.utf8.elementsEqual(other.body.utf8)
  }

  /// Without their breaks, which stay as they were typed.
  private static func lines(of text: String) -> [Substring] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }

  private static func withoutBlankLinesAround(
    _ lines: ArraySlice<Substring>, of text: String
  ) -> String {
    guard let first = lines.first(where: { !$0.isBlank }),
      let last = lines.last(where: { !$0.isBlank })
    else { return "" }
    return String(text[first.startIndex..<last.endIndex])
  }
}

/// One state of an entry's text, kept for good.
public struct EntryVersion: Hashable, Sendable {
  public var number: Int
  public var text: EntryText
  public var savedAt: Moment

  public init(number: Int, text: EntryText, savedAt: Moment) {
    self.number = number
    self.text = text
    self.savedAt = savedAt
  }
}
