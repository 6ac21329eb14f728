import Diary
import Journal
import Localization
import Terminal

extension WhyAnswer {
  private static let longestBody = 4_000

  /// The commits of which more is known than git knows.
  public var recorded: [Reason] {
    reasons.filter { !$0.notes.isEmpty || $0.entry != nil || !$0.toDos.isEmpty }
  }

  /// These as Markdown, for an editor; `nil` if there are none.
  public func markdown(in context: ViewContext) -> String? {
    let parts = recorded.map { Self.markdown(of: $0, context) }
    return parts.isEmpty
      ? nil : visible(parts.joined(separator: "\n\n---\n\n"), keepingNewlines: true)
  }

  private static func markdown(of reason: Reason, _ context: ViewContext) -> String {
    let commit = reason.commit
    let facts = [
      "`\(commit.shortSHA)`", context.dateAndTime(commit.date.instant).escapedForMarkdown,
      commit.author.escapedForMarkdown,
    ]
    var parts = ["**\(commit.subject.escapedForMarkdown)**  \n\(facts.joined(separator: " · "))"]
    parts += reason.kept.map { markdown(of: $0.note) }
    if !reason.rejected.isEmpty {
      parts.append("**\(context.reader.say(.rejectedWays).escapedForMarkdown)**")
      parts += reason.rejected.map { markdown(of: $0.note) }
    }
    if let entry = reason.entry {
      let line = "\(context.shortDate(entry.day)) \(reason.line(of: entry).text)"
      parts.append("\(context.reader.say(.whyEntry)) \(line.escapedForMarkdown)")
    }
    if !reason.toDos.isEmpty {
      let toDos = reason.toDos.map(\.toDo).map { toDo in
        "- [\(toDo.isDone ? "x" : " ")] \(toDo.text.escapedForMarkdown)"
      }
      parts.append(([context.reader.say(.whyToDos), ""] + toDos).joined(separator: "\n"))
    }
    return parts.joined(separator: "\n\n")
  }

  private static func markdown(of note: Note) -> String {
    let title = note.text.title.isEmpty ? "" : "**\(note.text.title.escapedForMarkdown)**"
    let body = EditorText.bodyBelowTitle(of: note.text).shortened(toBytes: longestBody)
      .withoutPictures
    return [title, body].filter { !$0.isEmpty }.joined(separator: "\n\n")
  }
}
