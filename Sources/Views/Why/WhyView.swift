import Diary
import Journal
import Localization
public import Terminal

/// The result of `why` in human-readable form: the lines in short, then each commit with its notes,
/// and one line each for the diary and the to-dos that belong to it.
public struct WhyView: Sendable {
  public let answer: WhyAnswer
  public let context: ViewContext

  public init(answer: WhyAnswer, context: ViewContext) {
    self.answer = answer
    self.context = context
  }

  public func lines() -> [StyledText] {
    let parts = [codeLines] + answer.reasons.map(lines(of:))
    return Array(parts.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  // MARK: Lines of the file

  /// How much of a line is shown if the width of the screen is unknown.
  private static let widthInPipe = 120

  private var codeLines: [StyledText] {
    let rows = answer.lines.map { lines -> [StyledText] in
      let (first, last) = (lines.numbers.lowerBound, lines.numbers.upperBound)
      let text = StyledText(String(lines.text.drop(while: \.isWhitespace)))
      return [
        StyledText(first == last ? "\(first)" : "\(first)-\(last)", .remark),
        lines.commit.map { StyledText($0.shortSHA, .id) }
          ?? context.styled(.whyNotCommitted, .warning),
        text.truncated(
          to: context.screen.width(orElse: Self.widthInPipe), on: context.screen),
      ]
    }
    let columns = [Table.Column(alignment: .trailing), .whole, .flexible]
    return Table(columns: columns, rows: rows).lines(on: context.screen)
  }

  // MARK: Commits

  private func lines(of reason: WhyAnswer.Reason) -> [StyledText] {
    let commit = reason.commit
    let subject =
      StyledText(commit.shortSHA, .id, link: reason.repository.url(of: commit)) + "  "
      + StyledText(commit.subject, .heading)
    let facts =
      StyledText(context.dateAndTime(commit.date.instant), .day) + "  "
      + StyledText(commit.author, .remark)
    var lines = context.wrapped(subject, indent: 2) + context.wrapped(facts, indent: 2)
    lines += others(of: reason)
    if reason.notes.isEmpty { lines += body(of: reason) }
    func add(_ found: FoundNote) {
      lines.append("")
      lines += context.indented { NoteView(found: found.below(commit), context: $0).lines() }
    }
    for found in reason.kept { add(found) }
    if !reason.rejected.isEmpty {
      lines += ["", context.styled(.rejectedWays, .heading)]
      for found in reason.rejected { add(found) }
    }
    return lines
  }

  private static let longestBody = 10

  /// The beginning of the commit's own message, which is all there is without a note.
  private func body(of reason: WhyAnswer.Reason) -> [StyledText] {
    let lines = reason.body.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    if lines.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) { return [] }
    let shown = lines.prefix(Self.longestBody)
    return [""]
      + shown.flatMap { context.wrapped(StyledText($0.isEmpty ? "" : "  \($0)"), indent: 2) }
      + (lines.count > shown.count ? [StyledText("  …", .remark)] : [])
  }

  private func others(of reason: WhyAnswer.Reason) -> [StyledText] {
    var lines: [StyledText] = []
    if let entry = reason.entry {
      let (name, line) = reason.line(of: entry)
      let hits = MatchHighlighter(query: SearchQuery([name]), context: context)
      let text = hits.highlighted(line, length: context.screen.width(orElse: Self.widthInPipe))
      let date = StyledText(context.shortDate(entry.day), .day)
      lines.append(onOneLine(.whyEntry, date + "  " + text))
    }
    if !reason.toDos.isEmpty {
      let toDos = reason.toDos.map { found in
        ToDoList.box(found.toDo) + " "
          + StyledText(found.toDo.text, found.toDo.isDone ? .remark : .plain)
      }
      lines.append(onOneLine(.whyToDos, toDos.joined(separator: "  ")))
    }
    return lines
  }

  private func onOneLine(_ label: Message, _ text: StyledText) -> StyledText {
    let line = context.styled(label, .accent) + " " + text
    let width = context.screen.width(orElse: Self.widthInPipe)
    return line.truncated(to: width, on: context.screen)
  }
}

extension WhyAnswer.Reason {
  /// The line of an entry that names the commit, and the name.
  func line(of entry: Entry) -> (name: String, text: String) {
    let text = entry.text.written
    let name = names.first { text.contains($0) } ?? commit.shortSHA
    let line = text.split(whereSeparator: \.isNewline).first { $0.contains(name) }
    return (name, line.map(String.init) ?? entry.text.headline)
  }
}

extension FoundNote {
  /// The note for a place below its commit, which need not be named again.
  fileprivate func below(_ commit: Commit) -> FoundNote {
    var found = self
    if note.commit?.sha == commit.sha { found.note.commit = nil }
    for index in note.followed.indices where note.followed[index].sha == commit.sha {
      found.note.followed[index].subject = ""
    }
    return found
  }
}
