public import Diary
public import JSON
public import Journal
import Localization
public import Terminal

/// Search results among the notes: each note with an excerpt around the matching words.
public struct SearchView: Sendable {
  public let notes: [FoundNote]
  public let query: SearchQuery
  public let context: ViewContext

  public init(notes: [FoundNote], query: SearchQuery, context: ViewContext) {
    self.notes = notes
    self.query = query
    self.context = context
  }

  private var hits: MatchHighlighter { MatchHighlighter(query: query, context: context) }

  public func lines() -> [StyledText] {
    let titles = Table(
      columns: [.whole, .whole, .whole, .main, .flexible], rows: notes.map(row)
    ).rows(on: context.screen)
    return zip(notes, titles).flatMap { found, title in
      title + excerpts(of: found.note, below: title)
    }
  }

  private func row(_ found: FoundNote) -> [StyledText] {
    let title = NoteList.title(of: found.note)
    return [
      StyledText(found.shortID, .id),
      StyledText(context.shortDate(found.note.day), .day),
      StyledText(NoteList.commit(of: found.note, on: context.screen), .remark),
      hits.highlighted(title), hits.tags(found.note.text.tags, notIn: title),
    ]
  }

  /// The text around the first match in the body, or in a title that was cut before its match. If a
  /// word is only in the subject of the commit, the subject follows.
  private func excerpts(of note: Note, below title: [StyledText]) -> [StyledText] {
    let text = note.text
    let isTitleOnly = text.hasTitleInBody && text.body == text.title
    let inBody = hits.excerpt(
      of: isTitleOnly ? "" : text.body, below: title, of: NoteList.title(of: note))
    guard let commit = note.commit, !query.isFound(in: [text.title, text.body] + text.tags) else {
      return inBody
    }
    return inBody + hits.excerpt(of: commit.subject, after: commit.shortSHA)
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
      "notes": NoteJSON.notes(notes)["notes"] ?? [],
      "entries": .array(entries.map(EntryJSON.entry)),
      "todos": .array(toDos.map { ToDoJSON.toDo($0.toDo, on: today) }),
    ]
  }

  /// The results of each kind under a heading.
  public func lines(marking query: SearchQuery, in context: ViewContext) -> [StyledText] {
    let kinds: [(Message, [StyledText])] = [
      (.dayNotes, SearchView(notes: notes, query: query, context: context).lines()),
      (.searchEntries, EntrySearchView(entries: entries, query: query, context: context).lines()),
      (.dayToDos, ToDoSearchView(toDos: toDos, query: query, context: context).lines()),
    ].filter { !$0.1.isEmpty }
    return Array(
      kinds.map { [context.styled($0.0, .heading)] + $0.1 }.joined(separator: [""]))
  }
}

/// Highlights the words of a search in texts.
public struct MatchHighlighter {
  let query: SearchQuery
  let context: ViewContext

  public init(query: SearchQuery, context: ViewContext) {
    self.query = query
    self.context = context
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
    return [context.screen.width.map { line.truncated(to: $0, on: context.screen) } ?? line]
  }

  func tags(_ tags: [String], notIn text: String = "") -> StyledText {
    Tag.names(tags, notIn: text).map {
      StyledText("#", .tag) + highlighted($0, length: 200).styled(.tag)
    }
    .joined(separator: " ")
  }

  public func highlighted(_ text: String, length: Int = 10_000) -> StyledText {
    self.text(Excerpt(of: text, matching: query, length: length))
  }

  private func text(_ excerpt: Excerpt) -> StyledText {
    let text = StyledText(
      spans: excerpt.pieces.map { StyledText.Span($0.text, $0.isMatch ? .match : .plain) })
    let ellipsis = StyledText(context.screen.ellipsis, .remark)
    return (excerpt.isCutAtStart ? ellipsis : "") + text + (excerpt.isCutAtEnd ? ellipsis : "")
  }
}
