/// The diary entry of one day, with the weather of that day.
public struct Entry: Hashable, Sendable {
  public var day: Day
  public var text: EntryText
  /// A JSON object, stored unchanged. The weather belongs to the day and not to the text: a change of it
  /// is no new version to the user.
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

/// The versioned part of an entry.
public struct EntryText: Hashable, Sendable {
  public var title: String
  public var body: String
  public var tags: [String]

  public init(title: String, body: String, tags: [String] = []) {
    self.title = title
    self.body = body
    self.tags = tags
  }
}

extension EntryText {
  /// Uses the first line that is not blank as the title, and the rest as the body.
  public init(written text: String, tags: [String] = []) {
    let lines = Self.lines(of: text)[...].drop(while: \.isBlank)
    title = lines.first.map { String($0.trimmed) } ?? ""
    body = Self.withoutBlankLinesAround(lines.dropFirst(), of: text)
    self.tags = tags
  }

  /// The title and body as one text, for an editor.
  public var written: String {
    if title.isEmpty { return body }
    return body.isEmpty ? title : "\(title)\n\n\(body)"
  }

  /// Whether there is no text. Tags alone do not count as text.
  public var isEmpty: Bool { title.isEmpty && body.isEmpty }

  /// The text with more tags. Tags that it has already, in any case, are not added.
  public func adding(tags more: [String]) -> EntryText {
    var text = self
    text.tags = Tag.names(tags + more)
    return text
  }

  /// The text with another paragraph at the end.
  public func adding(_ paragraph: String) -> EntryText {
    if isEmpty { return EntryText(written: paragraph, tags: tags) }
    let new = Self.withoutBlankLinesAround(Self.lines(of: paragraph)[...], of: paragraph)
    if new.isEmpty { return self }
    let old = Self.withoutBlankLinesAround(Self.lines(of: body)[...], of: body)
    return EntryText(
      title: title, body: old.isEmpty ? new : "\(old)\n\n\(new)", tags: tags)
  }

  /// The lines without their line breaks.
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

/// A saved version of an entry's text.
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
