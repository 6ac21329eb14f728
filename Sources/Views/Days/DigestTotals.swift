import Diary
import JSON
import Journal
import Localization
import Terminal

/// What the days of a digest have in numbers.
struct DigestTotals {
  var commits = 0
  /// Those with the mark of a coding agent.
  var marked = 0
  /// Those with the most commits first.
  var repositories: [(repository: Repository, commits: Int)] = []
  var notes = 0
  var entries = 0
  /// The words of the notes and entries of these days.
  var words = 0
  var toDosDone = 0
  var toDosOpen = 0
  /// The tags of the texts, the most frequent first.
  var tags: [(tag: String, count: Int)] = []
  /// The averages of the numbers that notes and entries name; a day counts once.
  var numbers: [(name: String, average: Double)] = []

  init(of records: [DayRecord]) {
    var byRepository: [Repository: Int] = [:]
    var byTag: [String: (tag: String, count: Int)] = [:]
    var values: [String: [Double]] = [:]
    var open: Set<Identifier> = []
    for record in records {
      commits += record.commits.count
      marked += record.commits.count { $0.commit.isMarked }
      for commit in record.commits { byRepository[commit.repository, default: 0] += 1 }
      let texts = record.notes.map(\.note.text) + (record.entry.map { [$0.text] } ?? [])
      notes += record.notes.count
      entries += record.entry == nil ? 0 : 1
      var ofDay: [String: [Double]] = [:]
      for text in texts {
        var counter = WordCounter()
        counter.add(text.title)
        counter.add(text.body)
        words += counter.count
        for (name, value) in NumberScanner.numbers(in: text.title, text.body) {
          ofDay[name, default: []].append(value)
        }
      }
      for (name, found) in ofDay {
        values[name, default: []].append(found.reduce(0, +) / Double(found.count))
      }
      let done = record.toDos.map(\.toDo).filter { $0.doneOn == record.day }
      toDosDone += done.count
      for found in record.toDos where !found.toDo.isDone { open.insert(found.toDo.id) }
      for tag in texts.flatMap(\.tags) + done.flatMap(\.tags) {
        byTag[Tag.key(tag), default: (tag, 0)].count += 1
      }
    }
    toDosOpen = open.count
    repositories = byRepository.map { ($0.key, $0.value) }
      .sorted { ($1.commits, $0.repository.name) < ($0.commits, $1.repository.name) }
    tags = byTag.values.sorted { ($1.count, $0.tag) < ($0.count, $1.tag) }
    numbers = values.map { ($0.key, $0.value.reduce(0, +) / Double($0.value.count)) }
      .sorted { $0.name < $1.name }
  }

  var json: JSONValue {
    [
      "commits": .integer(commits), "marked": .integer(marked),
      "repositories": .array(
        repositories.map { ["repo": .string($0.repository.name), "commits": .integer($0.commits)] }),
      "notes": .integer(notes),
      "entries": .integer(entries),
      "words": .integer(words),
      "todosDone": .integer(toDosDone),
      "todosOpen": .integer(toDosOpen),
      "tags": .array(tags.map { ["tag": .string($0.tag), "count": .integer($0.count)] }),
      "numbers": .object(numbers.map { JSONValue.Member($0.name, .number($0.average)) }),
    ]
  }
}

extension DigestTotals {
  /// At most this many repositories, tags and numbers are named.
  private static let limit = 8

  private typealias Row = (label: String, number: String, details: StyledText)

  /// A row for each kind that there is: what is counted, how many, and of what.
  private func rows(in context: ViewContext) -> [Row] {
    let reader = context.reader
    func list(_ items: [(String, Int)], _ style: Style) -> StyledText {
      let named = items.prefix(Self.limit).map { name, count in
        StyledText(name, style) + StyledText(" \(reader.write(count))")
      }
      let rest = items.count - named.count
      return named.joined(separator: ", ")
        + (rest > 0 ? context.styled(.undoOthers(count: rest), .remark) : "")
    }
    let counts: [(Message, Int, StyledText)] = [
      (
        .dayCommits, commits,
        list(repositories.map { ($0.repository.shortName, $0.commits) }, .repository)
      ),
      (.commitsMarked, marked, ""), (.dayNotes, notes, ""), (.measureEntries, entries, ""),
      (.measureWords, words, ""),
      (.measureToDos, toDosDone, ""), (.browseOpenToDos, toDosOpen, ""),
      (.pagesTags, tags.count, list(tags.map { ("#" + $0.tag, $0.count) }, .tag)),
    ]
    return counts.filter { $0.1 > 0 }.map { label, count, details in
      (reader.say(label), reader.write(count), details)
    }
      + numbers.prefix(Self.limit).map { ($0.name, context.number($0.average), "") }
  }

  func lines(in context: ViewContext) -> [StyledText] {
    let columns = [Table.Column.whole, Table.Column(alignment: .trailing), .wrapped]
    let rows = rows(in: context).map {
      [StyledText("  " + $0.label), StyledText($0.number), $0.details]
    }
    return Table(columns: columns, rows: rows).lines(on: context.screen)
  }

  func markdown(in context: ViewContext) -> String {
    rows(in: context).map { label, number, details in
      let details = details.plain.escapedForMarkdown
      return "- \(label.escapedForMarkdown): \(number)\(details.isEmpty ? "" : " (\(details))")\n"
    }
    .joined()
  }
}
