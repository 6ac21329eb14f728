import Diary
import Journal
import Localization
public import Terminal

extension WhyAnswer {
  /// The lines in short, then each commit with its notes, and one line each for the diary and the to-dos
  /// that belong to it.
  public func lines(in context: ViewContext) -> [StyledText] {
    let parts = [context.lines(of: lines)] + reasons.map { context.lines(of: $0) }
    return Array(parts.filter { !$0.isEmpty }.joined(separator: [""]))
  }
}

extension ViewContext {
  // MARK: Lines of the file

  /// How much of a line is shown if the width of the screen is unknown.
  private static let widthInPipe = 120

  fileprivate func lines(of code: [WhyAnswer.Lines]) -> [StyledText] {
    let rows = code.map { lines -> [StyledText] in
      let (first, last) = (lines.numbers.lowerBound, lines.numbers.upperBound)
      let text = StyledText(String(lines.text.drop(while: \.isWhitespace)))
      return [
        StyledText(first == last ? "\(first)" : "\(first)-\(last)", .remark),
        lines.commit.map { StyledText($0.shortSHA, .id) }
          ?? styled(.whyNotCommitted, .warning),
        cut(text, orElse: Self.widthInPipe),
      ]
    }
    let columns = [Table.Column(alignment: .trailing), .whole, .flexible]
    return Table(columns: columns, rows: rows).lines(on: screen)
  }

  // MARK: Commits

  fileprivate func lines(of reason: WhyAnswer.Reason) -> [StyledText] {
    let commit = reason.commit
    let subject =
      StyledText(commit.shortSHA, .id, link: reason.repository.url(of: commit)) + "  "
      + agentMarkBefore(commit) + StyledText(commit.subject, .heading)
    let facts =
      StyledText(dateAndTime(commit.date.instant), .day) + "  "
      + StyledText(commit.author, .remark)
    var lines = wrapped(subject, indent: 2) + wrapped(facts, indent: 2)
    lines += others(of: reason)
    if reason.notes.isEmpty { lines += body(of: reason) }
    func add(_ found: FoundNote) {
      lines.append("")
      lines += indented { $0.lines(of: found.below(commit)) }
    }
    for found in reason.kept { add(found) }
    if !reason.rejected.isEmpty {
      lines += ["", styled(.rejectedWays, .heading)]
      for found in reason.rejected { add(found) }
    }
    if !reason.others.isEmpty {
      lines += [""] + reason.others.flatMap { self.lines(of: $0, at: commit) }
    }
    return lines
  }

  /// A note of another tool: its source, and what it says, each line cut at the width.
  private func lines(of note: OtherNote, at commit: Commit) -> [StyledText] {
    let text = note.unreadSize.map { "(\(reader.write(bytes: $0)))" } ?? note.text
    let place = note.sha == commit.sha ? "" : "  " + String(note.sha.prefix(7))
    return text.split(whereSeparator: \.isNewline).enumerated().map { index, line in
      cut(
        StyledText("  ") + StyledText(index == 0 ? note.source + place + "  " : "", .accent)
          + StyledText(String(line), .remark), orElse: Self.widthInPipe)
    }
  }

  private static let longestBody = 10

  /// The beginning of the commit's own message, which is all there is without a note.
  private func body(of reason: WhyAnswer.Reason) -> [StyledText] {
    let lines = reason.body.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    if lines.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) { return [] }
    let shown = lines.prefix(Self.longestBody)
    return [""]
      + shown.flatMap { wrapped(StyledText($0.isEmpty ? "" : "  \($0)"), indent: 2) }
      + (lines.count > shown.count ? [StyledText("  …", .remark)] : [])
  }

  private func others(of reason: WhyAnswer.Reason) -> [StyledText] {
    var lines: [StyledText] = []
    if let entry = reason.entry {
      let (name, line) = reason.line(of: entry)
      let text = highlighted(
        line, matching: SearchQuery([name]), length: screen.width(orElse: Self.widthInPipe))
      let date = StyledText(shortDate(entry.day), .day)
      lines.append(onOneLine(.pagesTitle, date + "  " + text))
    }
    if !reason.toDos.isEmpty {
      let toDos = reason.toDos.map { found in
        found.toDo.box + " "
          + StyledText(found.toDo.text, found.toDo.isDone ? .remark : .plain)
      }
      lines.append(onOneLine(.dayToDos, toDos.joined(separator: "  ")))
    }
    return lines
  }

  private func onOneLine(_ label: Message, _ text: StyledText) -> StyledText {
    cut(
      styled(.labeled(label: label, text: ""), .accent) + text, orElse: Self.widthInPipe)
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

// MARK: As Markdown

extension WhyAnswer {
  /// The commits of which more is known than git knows.
  public var recorded: [Reason] {
    reasons.filter {
      !$0.notes.isEmpty || $0.entry != nil || !$0.toDos.isEmpty || !$0.others.isEmpty
    }
  }

  /// These as Markdown, for an editor; `nil` if there are none.
  public func markdown(in context: ViewContext) -> String? {
    let parts = recorded.map { $0.markdown(in: context) }
    return parts.isEmpty
      ? nil : visible(parts.joined(separator: "\n\n---\n\n"), keepingNewlines: true)
  }
}

extension WhyAnswer.Reason {
  fileprivate func markdown(in context: ViewContext) -> String {
    let facts = [
      "`\(commit.shortSHA)`", context.dateAndTime(commit.date.instant).escapedForMarkdown,
      commit.author.escapedForMarkdown,
    ]
    var parts = ["**\(commit.subject.escapedForMarkdown)**  \n\(facts.joined(separator: " · "))"]
    parts += kept.map(\.note.markdown)
    if !rejected.isEmpty {
      parts.append("**\(context.reader.say(.rejectedWays).escapedForMarkdown)**")
      parts += rejected.map(\.note.markdown)
    }
    if let entry {
      let line = "\(context.shortDate(entry.day)) \(line(of: entry).text)"
      parts.append(
        context.reader.say(
          .labeled(label: Message.pagesTitle, text: line.escapedForMarkdown)))
    }
    if !toDos.isEmpty {
      let toDos = toDos.map(\.toDo).map { toDo in
        "- [\(toDo.isDone ? "x" : " ")] \(toDo.text.escapedForMarkdown)"
      }
      let heading = context.reader.say(.labeled(label: Message.dayToDos, text: ""))
      parts.append(([String(heading.trimmed), ""] + toDos).joined(separator: "\n"))
    }
    parts += others.map { note in
      let text = note.unreadSize.map { "(\(context.reader.write(bytes: $0)))" } ?? note.text
      return "*\(note.source.escapedForMarkdown)* \(text.escapedForMarkdown)"
    }
    return parts.joined(separator: "\n\n")
  }
}

extension Note {
  private static let longestBody = 4_000

  fileprivate var markdown: String {
    let title = text.title.isEmpty ? "" : "**\(text.title.escapedForMarkdown)**"
    let body = EditorText.bodyBelowTitle(of: text).shortened(toBytes: Self.longestBody)
      .withoutPictures
    return [title, body].filter { !$0.isEmpty }.joined(separator: "\n\n")
  }
}
