public import Diary
public import JSON
import Journal
public import Localization
public import Terminal

/// How a digest is printed.
public enum DigestFormat: String, CaseIterable, Sendable { case text, markdown, json }

/// A summary of some days, with the commits of each day grouped by repository.
public struct Digest: Sendable {
  public let records: [DayRecord]
  public let span: ClosedRange<Day>
  public let context: ViewContext
  /// Whether the commits of others are among the records.
  public let showsAuthors: Bool
  /// Whether whole entries are shown as text, instead of their first lines.
  public let isFull: Bool

  public init(
    records: [DayRecord], span: ClosedRange<Day>, context: ViewContext, showsAuthors: Bool = false,
    isFull: Bool = false
  ) {
    self.records = records
    self.span = span
    self.context = context
    self.showsAuthors = showsAuthors
    self.isFull = isFull
  }

  private var reader: Reader { context.reader }

  /// A line, the indentation of its continuation when it is wrapped, and what it shows.
  public struct Line: Sendable {
    public var text: StyledText
    public var indent: Int
    public var item: Item?
  }

  public enum Item: Sendable {
    case day(Day)
    case commit(Commit)
    case note(Note)
    case toDo(ToDo)
  }

  /// What is printed in a format.
  public enum Rendering: Sendable {
    /// Lines that are wrapped; none if there is nothing on these days.
    case lines([Line])
    case text(String)
    case json(JSONValue)
  }

  public func rendered(as format: DigestFormat) -> Rendering {
    switch format {
    case .text: .lines(lines)
    case .markdown: .text(markdown)
    case .json: .json(json)
    }
  }

  // MARK: As text

  public var lines: [Line] {
    var lines: [Line] = []
    for record in records {
      if !lines.isEmpty { lines.append(Line(text: "", indent: 0)) }
      lines.append(
        Line(
          text: StyledText(reader.dateWithWeekday(record.day), .heading), indent: 0,
          item: .day(record.day)))
      if let entry = record.entry { lines += self.lines(of: entry) }
      for (repository, commits) in record.commitsByRepository {
        let branches = StyledText(commits.branches.map { "  " + $0 }.joined(), .remark)
        lines.append(
          Line(text: "  " + StyledText(repository.shortName, .repository) + branches, indent: 2))
        for commit in commits {
          lines.append(
            item(
              StyledText(commit.commit.shortSHA, .id) + "  " + StyledText(commit.commit.subject)
                + author(of: commit.commit),
              depth: 4, of: .commit(commit.commit)))
        }
      }
      for found in ItemOfDay.items(of: record.events) {
        let words = StyledText(" (\(found.words(in: reader)))", .remark)
        lines.append(
          item(
            StyledText(found.name, .id, link: found.item.url) + "  " + StyledText(found.item.title)
              + words))
      }
      for found in record.notes {
        let title = NoteList.title(of: found.note)
        let commit = words(ofCommitOf: found.note).map {
          StyledText("\($0.sha) \($0.subject)", .remark)
        }
        let parts = [
          StyledText(title), NoteList.tags(found.note.text.tags, notIn: title), commit ?? "",
        ].filter { !$0.isEmpty }
        lines.append(
          item(
            StyledText(reader.say(.digestNote) + " ", .remark) + parts.joined(separator: "  "),
            of: .note(found.note)))
      }
      for found in record.toDos {
        lines.append(
          item(
            ToDoList.box(found.toDo) + " " + text(of: found, on: record.day), of: .toDo(found.toDo))
        )
      }
    }
    return lines
  }

  /// At most this many lines of an entry are shown below its title.
  private static let shownLines = 6

  private func lines(of entry: Entry) -> [Line] {
    let title = entry.text.title
    let body = entry.text.body.split(
      omittingEmptySubsequences: !isFull, whereSeparator: \.isNewline)
    // A single line more takes no more space than the number of lines.
    let shown =
      isFull || body.count <= Self.shownLines + 1 ? body[...] : body.prefix(Self.shownLines)
    var lines = title.isEmpty ? [] : [item(StyledText(title, .bold))]
    lines += shown.map {
      $0.allSatisfy(\.isWhitespace) ? Line(text: "", indent: 0) : item(StyledText(String($0)))
    }
    if shown.count < body.count {
      let more = reader.say(.digestMoreLines(count: body.count - shown.count))
      lines.append(item(StyledText(more, .remark)))
    }
    return lines
  }

  /// The short id and the subject of a note's commit.
  private func words(ofCommitOf note: Note) -> (sha: String, subject: String)? {
    note.currentCommit.map { ($0.shortSHA, $0.subject) }
  }

  /// The to-do with its due date, its tags, and the day from which it was left over.
  private func text(of found: FoundToDo, on day: Day) -> StyledText {
    ToDoList(toDos: [found], context: context, day: day).text(of: found.toDo)
  }

  private func author(of commit: Commit) -> StyledText {
    showsAuthors ? StyledText(" (\(commit.author))", .remark) : ""
  }

  private func item(_ text: StyledText, depth: Int = 2, of item: Item? = nil) -> Line {
    Line(
      text: StyledText(String(repeating: " ", count: depth)) + text, indent: depth + 2, item: item)
  }

  /// What is said of days on which nothing was found.
  public static func nothing(on span: ClosedRange<Day>) -> Message {
    span.lowerBound == span.upperBound
      ? .digestNothingOnDay(day: span.lowerBound)
      : .digestNothing(from: span.lowerBound, to: span.upperBound)
  }

  // MARK: As Markdown

  var markdown: String {
    let isOneDay = span.lowerBound == span.upperBound
    let title =
      isOneDay
      ? reader.dateWithWeekday(span.lowerBound)
      : reader.say(.digestTitle(from: span.lowerBound, to: span.upperBound))
    var text = "# \(title)\n"
    if records.isEmpty { return text + "\n" + reader.say(Self.nothing(on: span)) + "\n" }
    for record in records {
      if !isOneDay { text += "\n## \(reader.dateWithWeekday(record.day))\n" }
      if let entry = record.entry {
        if !entry.text.title.isEmpty {
          text += "\n**\(entry.text.title.escapedForMarkdown)**\n"
        }
        if !entry.text.body.isEmpty { text += "\n\(entry.text.body)\n" }
      }
      for (repository, commits) in record.commitsByRepository {
        let branches = commits.branches.map { " `\($0.replacing("`", with: "'"))`" }.joined()
        text += "\n### \(repository.shortName.escapedForMarkdown)\(branches)\n\n"
        for found in commits {
          let name = "`\(found.commit.shortSHA)`"
          let link = found.repository.url(of: found.commit).map { "[\(name)](<\($0)>)" } ?? name
          let author = showsAuthors ? " (\(found.commit.author.escapedForMarkdown))" : ""
          text += "- \(link) \(found.commit.subject.escapedForMarkdown)\(author)\n"
        }
      }
      if !record.events.isEmpty {
        text += "\n### \(reader.say(.dayEvents))\n\n"
        for found in ItemOfDay.items(of: record.events) {
          let name = found.name.escapedForMarkdown
          let link = found.item.url.map { "[\(name)](<\($0)>)" } ?? name
          let words = found.words(in: reader).escapedForMarkdown
          text += "- \(link) \(found.item.title.escapedForMarkdown) (\(words))\n"
        }
      }
      if !record.notes.isEmpty {
        text += "\n### \(reader.say(.dayNotes))\n\n"
        for found in record.notes {
          let title = NoteList.title(of: found.note)
          let tags = Tag.names(found.note.text.tags, notIn: title).map { " #\($0)" }.joined()
          let commit = words(ofCommitOf: found.note).map {
            " (`\($0.sha)` \($0.subject.escapedForMarkdown))"
          }
          text += "- \((title + tags).escapedForMarkdown)\(commit ?? "")\n"
        }
      }
      if !record.toDos.isEmpty {
        text += "\n### \(reader.say(.dayToDos))\n\n"
        for found in record.toDos {
          let words = self.text(of: found, on: record.day).plain
          text += "- [\(found.toDo.isDone ? "x" : " ")] \(words.escapedForMarkdown)\n"
        }
      }
    }
    return visible(text, keepingNewlines: true)
  }
}

extension DayRecord {
  /// The commits of each repository, in the order in which the repositories first occur.
  fileprivate var commitsByRepository: [(Repository, [RepositoryCommit])] {
    var order: [Repository] = []
    var groups: [Repository: [RepositoryCommit]] = [:]
    for commit in commits {
      if groups[commit.repository] == nil { order.append(commit.repository) }
      groups[commit.repository, default: []].append(commit)
    }
    return order.map { ($0, groups[$0] ?? []) }
  }
}

extension [RepositoryCommit] {
  /// The branches of the commits, in the order in which they first occur.
  var branches: [String] {
    reduce(into: []) { if let branch = $1.branch, !$0.contains(branch) { $0.append(branch) } }
  }
}

// MARK: As JSON

extension Digest {
  private var json: JSONValue {
    let events = records.flatMap(\.events)
    return [
      "from": .string(span.lowerBound.description),
      "to": .string(span.upperBound.description),
      "days": .array(
        records.map {
          DayJSON.record($0, on: context.today)
        }),
      "pullRequests": EventJSON.events(events, of: .pullRequest),
      "issues": EventJSON.events(events, of: .issue),
      "branches": branches,
    ]
  }

  private var branches: JSONValue {
    var order: [BranchKey] = []
    var counts: [BranchKey: Int] = [:]
    for found in records.flatMap(\.commits) {
      guard let branch = found.branch else { continue }
      let key = BranchKey(repository: found.repository, branch: branch)
      if counts[key] == nil { order.append(key) }
      counts[key, default: 0] += 1
    }
    return .array(
      order.map { key in
        [
          "repo": .string(key.repository.name), "name": .string(key.branch),
          "commits": .integer(counts[key] ?? 0),
        ]
      })
  }

  private struct BranchKey: Hashable {
    var repository: Repository
    var branch: String
  }
}
