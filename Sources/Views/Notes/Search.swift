public import Diary
public import JSON
public import Journal
import Localization
public import Terminal

// Search results, each with an excerpt around the matching words.

extension ViewContext {
  public func lines(of notes: [FoundNote], matching query: SearchQuery) -> [StyledText] {
    let hits = MatchHighlighter(query: query, context: self)
    let rows = notes.map { found -> [StyledText] in
      let title = found.note.shownTitle
      return [
        StyledText(found.shortID, .id),
        StyledText(shortDate(found.note.day), .day),
        StyledText(hasRoomForCommits ? found.note.currentCommit?.shortSHA ?? "" : "", .remark),
        hits.highlighted(title), hits.tags(found.note.text.tags, notIn: title),
      ]
    }
    let titles = Table(columns: [.whole, .whole, .whole, .main, .flexible], rows: rows)
      .rows(on: screen)
    return zip(notes, titles).flatMap { found, title in
      title + hits.excerpts(of: found.note, below: title)
    }
  }

  public func lines(of entries: [Entry], matching query: SearchQuery) -> [StyledText] {
    let hits = MatchHighlighter(query: query, context: self)
    let rows = entries.map { entry in
      [
        StyledText(dateInList(entry.day), .day), hits.highlighted(entry.text.headline),
        hits.tags(entry.text.withoutTagsInText.tags),
      ]
    }
    let titles = Table(columns: [.whole, .flexible, .flexible], rows: rows).rows(on: screen)
    return zip(entries, titles).flatMap { entry, title in
      title
        + hits.excerpt(of: entry.text.bodyBelowHeadline, below: title, of: entry.text.headline)
    }
  }

  func lines(of toDos: [FoundToDo], matching query: SearchQuery) -> [StyledText] {
    let hits = MatchHighlighter(query: query, context: self)
    let rows = toDos.map { found in
      let text = hits.highlighted(found.toDo.text)
      let tags = hits.tags(found.toDo.tags, notIn: found.toDo.text)
      return [
        StyledText(found.shortID, .id), StyledText(shortDate(found.toDo.day), .day),
        found.toDo.box, tags.isEmpty ? text : text + "  " + tags,
      ]
    }
    return Table(columns: [.whole, .whole, .whole, .wrapped], rows: rows).lines(on: screen)
  }

  /// The text around the first match.
  public func highlighted(
    _ text: String, matching query: SearchQuery, length: Int
  ) -> StyledText {
    MatchHighlighter(query: query, context: self).highlighted(text, length: length)
  }
}

/// Search results by kind, the best matches first.
public struct SearchResults: Sendable {
  public var notes: [FoundNote]
  public var entries: [Entry]
  public var toDos: [FoundToDo]

  public init(notes: [FoundNote], entries: [Entry], toDos: [FoundToDo]) {
    self.notes = notes
    self.entries = entries
    self.toDos = toDos
  }

  public var count: Int { notes.count + entries.count + toDos.count }
  public var isEmpty: Bool { count == 0 }

  /// At most `limit` results of each kind; 0 for all.
  public func prefix(_ limit: Int) -> SearchResults {
    if limit == 0 { return self }
    return SearchResults(
      notes: Array(notes.prefix(limit)), entries: Array(entries.prefix(limit)),
      toDos: Array(toDos.prefix(limit)))
  }

  public func json(on today: Day) -> JSONValue {
    [
      "notes": notes.jsonList, "entries": .array(entries.map(\.json)),
      "todos": .array(toDos.map { $0.toDo.json(on: today) }),
    ]
  }

  /// The results of each kind under a heading.
  public func lines(marking query: SearchQuery, in context: ViewContext) -> [StyledText] {
    let kinds: [(Message, [StyledText])] = [
      (.dayNotes, context.lines(of: notes, matching: query)),
      (.pagesTitle, context.lines(of: entries, matching: query)),
      (.dayToDos, context.lines(of: toDos, matching: query)),
    ].filter { !$0.1.isEmpty }
    return Array(
      kinds.map { [context.styled($0.0, .heading)] + $0.1 }.joined(separator: [""]))
  }
}

/// Highlights the words of a search in texts.
private struct MatchHighlighter {
  let query: SearchQuery
  let context: ViewContext

  /// The text around the first match in the body, or in a title that was cut before its match. If a
  /// word is only in the subject of the commit, the subject follows.
  func excerpts(of note: Note, below title: [StyledText]) -> [StyledText] {
    let text = note.text
    let isTitleOnly = text.hasTitleInBody && text.body == text.title
    let inBody = excerpt(
      of: isTitleOnly ? "" : text.body, below: title, of: note.shownTitle)
    guard let commit = note.commit, !query.isFound(in: [text.title, text.body] + text.tags) else {
      return inBody
    }
    return inBody + excerpt(of: commit.subject, after: commit.shortSHA)
  }

  /// The text around the first match in the body or, if there is none and the lines of the title do
  /// not show one either, around that in the title.
  func excerpt(of body: String, below lines: [StyledText], of title: String) -> [StyledText] {
    let inBody = excerpt(of: body)
    let isMarked = lines.contains { $0.spans.contains { $0.style.role == .match } }
    return inBody.isEmpty && !isMarked ? excerpt(of: title) : inBody
  }

  /// The text around the first match, on one line. Empty if there is no match.
  ///
  /// - Parameter name: what the text belongs to.
  func excerpt(of body: String, after name: String = "") -> [StyledText] {
    let width = (context.screen.width ?? 100) - (name.isEmpty ? 0 : name.count + 2)
    let excerpt = Excerpt(of: body, matching: query, length: max(width - 8, 10))
    guard excerpt.pieces.contains(where: \.isMatch) else { return [] }
    var line = StyledText("    ")
    if !name.isEmpty { line += StyledText(name, .remark) + "  " }
    line += text(excerpt)
    return [context.cut(line)]
  }

  func tags(_ tags: [String], notIn text: String = "") -> StyledText {
    Tag.names(tags, notIn: text).map {
      StyledText("#", .tag) + highlighted($0, length: 200).styled(.tag)
    }
    .joined(separator: " ")
  }

  func highlighted(_ text: String, length: Int = 10_000) -> StyledText {
    self.text(Excerpt(of: text, matching: query, length: length))
  }

  private func text(_ excerpt: Excerpt) -> StyledText {
    let text = StyledText(
      spans: excerpt.pieces.map { StyledText.Span($0.text, $0.isMatch ? .match : .plain) })
    let ellipsis = StyledText(context.screen.ellipsis, .remark)
    return (excerpt.isCutAtStart ? ellipsis : "") + text + (excerpt.isCutAtEnd ? ellipsis : "")
  }
}
