extension Text {
  /// Uses the first line that is not blank as the title, and the rest as the body. A line that begins
  /// with a time is one of several lines of a day, and no title.
  public init(written text: String, tags: [String] = []) {
    let lines = Self.lines(of: text)[...].drop(while: \.isBlank)
    let heading = lines.first.flatMap { TimeOfDay(atStartOf: $0) == nil ? $0 : nil }
    title = heading.map { String($0.trimmed) } ?? ""
    body = Self.withoutBlankLinesAround(heading == nil ? lines : lines.dropFirst(), of: text)
    self.tags = tags
  }

  /// The title and body as one text, for an editor.
  public var written: String {
    if title.isEmpty { return body }
    return body.isEmpty ? title : "\(title)\n\n\(body)"
  }

  /// The title, or the first line of a text without one.
  public var headline: String { title.isEmpty ? firstOfBody.map { String($0) } ?? "" : title }

  /// The text without its headline.
  public var bodyBelowHeadline: String {
    guard title.isEmpty, let first = firstOfBody else { return body }
    return String(body[first.endIndex...].drop(while: \.isNewline))
  }

  private var firstOfBody: Substring? { Self.lines(of: body).first { !$0.isBlank } }

  /// The text with more tags. Tags that it has already, in any case, are not added.
  public func adding(tags more: [String]) -> Text {
    var text = self
    text.tags = Tag.names(tags + more)
    return text
  }

  /// The text with another paragraph: at the end or, if it begins with a time, before the first
  /// paragraph that begins with a later one. The paragraphs of the text stay in their order, so that
  /// a paragraph without a time stays below the one that it was written after.
  ///
  /// - Parameters:
  ///   - hour: the hour at which the day ends, and the first of its times.
  ///   - parts: parts of the text that the paragraph is not put into, although they have times.
  public func adding(
    _ paragraph: String, dayEndsAt hour: Int = 0, keeping parts: [String] = []
  ) -> Text {
    if isEmpty { return Text(written: paragraph, tags: tags) }
    let new = Self.withoutBlankLinesAround(Self.lines(of: paragraph)[...], of: paragraph)
    if new.isEmpty { return self }
    let old = Self.withoutBlankLinesAround(Self.lines(of: body)[...], of: body)
    var text = Text(
      title: title, body: old.isEmpty ? new : "\(old)\n\n\(new)", tags: tags)
    func minutes(_ line: Substring) -> Int? {
      TimeOfDay(atStartOf: line).map { ($0.hour + 24 - hour) % 24 * 60 + $0.minute }
    }
    guard let time = minutes(new[...]) else { return text }
    let lines = Self.lines(of: old)
    let later = lines.indices.filter { index in
      (index == 0 || lines[index - 1].isBlank) && minutes(lines[index]).map { $0 > time } == true
    }
    for index in later {
      let place = lines[index].startIndex
      let body = "\(old[..<place])\(new)\n\n\(old[place...])"
      let written = Text(title: title, body: body).written
      if parts.allSatisfy({ written.contains($0) || !self.written.contains($0) }) {
        text.body = body
        break
      }
    }
    return text
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
