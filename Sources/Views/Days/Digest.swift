public import Diary
public import JSON
import Journal
public import Localization
public import Terminal

/// How a digest is printed.
public enum DigestFormat: String, CaseIterable, Sendable { case text, markdown, json }

extension ViewContext {
  /// A summary of some days, with the commits of each day grouped by repository.
  ///
  /// - Parameters:
  ///   - showsAuthors: whether the commits of others are among the records.
  ///   - isFull: whether whole entries are shown as text, instead of their first lines.
  public func digest(
    of records: [DayRecord], on span: ClosedRange<Day>, showsAuthors: Bool = false,
    isFull: Bool = false
  ) -> Digest {
    Digest(
      records: records, span: span, context: self, showsAuthors: showsAuthors, isFull: isFull)
  }
}

public struct Digest: Sendable {
  let records: [DayRecord]
  let span: ClosedRange<Day>
  let context: ViewContext
  let showsAuthors: Bool
  let isFull: Bool

  private var reader: Reader { context.reader }

  /// What the digest consists of, in order.
  private enum Part {
    case day(Day)
    case entry(Entry)
    case commits(Repository, [RepositoryCommit])
    case events([ItemOfDay])
    case notes([FoundNote])
    case toDos([FoundToDo], Day)
  }

  private var parts: [Part] {
    records.flatMap { record -> [Part] in
      [.day(record.day)] + (record.entry.map { [.entry($0)] } ?? [])
        + record.commitsByRepository.map { .commits($0, $1) }
        + (record.events.isEmpty ? [] : [.events(ItemOfDay.items(of: record.events))])
        + (record.notes.isEmpty ? [] : [.notes(record.notes)])
        + (record.toDos.isEmpty ? [] : [.toDos(record.toDos, record.day)])
    }
  }

  /// What is said of days on which nothing was found.
  public static func nothing(on span: ClosedRange<Day>) -> Message {
    span.lowerBound == span.upperBound
      ? .digestNothingOnDay(day: span.lowerBound)
      : .digestNothing(from: span.lowerBound, to: span.upperBound)
  }

  // MARK: As text

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

  /// The span and the totals of several days, then each day. None if there is nothing on these days.
  public var lines: [Line] {
    var lines = records.isEmpty || isOneDay ? [] : totals
    for part in parts {
      if case .day = part, !lines.isEmpty { lines.append(Line(text: "", indent: 0)) }
      lines += self.lines(of: part)
    }
    return lines
  }

  /// The span, and how much of everything there is.
  public var totals: [Line] {
    let title = StyledText(title, .heading)
    return ([title] + DigestTotals(of: records).lines(in: context)).map {
      Line(text: $0, indent: 4)
    }
  }

  private var title: String {
    isOneDay
      ? reader.dateWithWeekday(span.lowerBound)
      : reader.say(.digestTitle(from: span.lowerBound, to: span.upperBound))
  }

  private func lines(of part: Part) -> [Line] {
    switch part {
    case .day(let day):
      let date = StyledText(reader.dateWithWeekday(day), .heading)
      return [Line(text: date, indent: 0, item: .day(day))]
    case .entry(let entry): return lines(of: entry)
    case .commits(let repository, let commits):
      let branches = StyledText(commits.branches.map { "  " + $0 }.joined(), .remark)
      let name = "  " + StyledText(repository.shortName, .repository) + branches
      return [Line(text: name, indent: 2)]
        + commits.map(\.commit).map { commit in
          let text =
            StyledText(commit.shortSHA, .id) + "  " + context.agentMarkBefore(commit)
            + StyledText(commit.subject)
          let author = showsAuthors ? StyledText(" (\(commit.author))", .remark) : ""
          return line(text + author, depth: 4, of: .commit(commit))
        }
    case .events(let items):
      return items.map { found in
        let text =
          StyledText(found.name, .id, link: found.item.url) + "  " + StyledText(found.item.title)
        return line(text + StyledText(" (\(found.words(in: reader)))", .remark))
      }
    case .notes(let notes):
      let label = StyledText(reader.say(.digestNote) + " ", .remark)
      return notes.map { found in
        let title = found.note.shownTitle
        let commit = found.note.currentCommit.map {
          StyledText("\($0.shortSHA) \($0.subject)", .remark)
        }
        let parts = [
          StyledText(title), StyledText(tags: found.note.text.tags, notIn: title), commit ?? "",
        ].filter { !$0.isEmpty }
        return line(label + parts.joined(separator: "  "), of: .note(found.note))
      }
    case .toDos(let toDos, let day):
      return toDos.map(\.toDo).map { toDo in
        line(toDo.box + " " + context.text(of: toDo, on: day), of: .toDo(toDo))
      }
    }
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
    var lines = title.isEmpty ? [] : [line(StyledText(title, .bold))]
    lines += shown.map {
      $0.allSatisfy(\.isWhitespace) ? Line(text: "", indent: 0) : line(StyledText(String($0)))
    }
    if shown.count < body.count {
      let more = reader.say(.digestMoreLines(count: body.count - shown.count))
      lines.append(line(StyledText(more, .remark)))
    }
    return lines
  }

  private func line(_ text: StyledText, depth: Int = 2, of item: Item? = nil) -> Line {
    Line(
      text: StyledText(String(repeating: " ", count: depth)) + text, indent: depth + 2, item: item)
  }

  // MARK: As Markdown

  /// - Parameter totalsOnly: whether the totals take the place of the days.
  public func markdown(totalsOnly: Bool = false) -> String {
    let heading = "# \(title)\n"
    if records.isEmpty { return heading + "\n" + reader.say(Self.nothing(on: span)) + "\n" }
    let text =
      totalsOnly
      ? "\n" + DigestTotals(of: records).markdown(in: context)
      : parts.map(markdown(of:)).joined()
    return visible(heading + text, keepingNewlines: true)
  }

  private var isOneDay: Bool { span.lowerBound == span.upperBound }

  private func markdown(of part: Part) -> String {
    func list(_ title: String, _ items: [String]) -> String {
      "\n### \(title)\n\n" + items.map { "- \($0)\n" }.joined()
    }
    func link(_ name: String, _ url: String?) -> String {
      url.map { "[\(name)](<\($0)>)" } ?? name
    }
    switch part {
    case .day(let day): return isOneDay ? "" : "\n## \(reader.dateWithWeekday(day))\n"
    case .entry(let entry):
      let title = entry.text.title.escapedForMarkdown
      return (title.isEmpty ? "" : "\n**\(title)**\n")
        + (entry.text.body.isEmpty ? "" : "\n\(entry.text.body)\n")
    case .commits(let repository, let commits):
      let branches = commits.branches.map { " `\($0.replacing("`", with: "'"))`" }.joined()
      return list(
        repository.shortName.escapedForMarkdown + branches,
        commits.map(\.commit).map { commit in
          let author = showsAuthors ? " (\(commit.author.escapedForMarkdown))" : ""
          return link("`\(commit.shortSHA)`", repository.url(of: commit))
            + " \(commit.subject.escapedForMarkdown)\(author)"
        })
    case .events(let items):
      return list(
        reader.say(.dayEvents),
        items.map { found in
          link(found.name.escapedForMarkdown, found.item.url)
            + " \(found.item.title.escapedForMarkdown)"
            + " (\(found.words(in: reader).escapedForMarkdown))"
        })
    case .notes(let notes):
      return list(
        reader.say(.dayNotes),
        notes.map(\.note).map { note in
          let title = note.shownTitle
          let tags = Tag.names(note.text.tags, notIn: title).map { " #\($0)" }.joined()
          let commit = note.currentCommit.map {
            " (`\($0.shortSHA)` \($0.subject.escapedForMarkdown))"
          }
          return (title + tags).escapedForMarkdown + (commit ?? "")
        })
    case .toDos(let toDos, let day):
      return list(
        reader.say(.dayToDos),
        toDos.map(\.toDo).map { toDo in
          let words = context.text(of: toDo, on: day).plain.escapedForMarkdown
          return "[\(toDo.isDone ? "x" : " ")] \(words)"
        })
    }
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
  public var json: JSONValue {
    let events = records.flatMap(\.events)
    return [
      "from": .string(span.lowerBound.description),
      "to": .string(span.upperBound.description),
      "totals": DigestTotals(of: records).json,
      "days": .array(records.map { $0.json(on: context.today) }),
      "pullRequests": events.json(of: .pullRequest),
      "issues": events.json(of: .issue),
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
