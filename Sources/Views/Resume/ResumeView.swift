import Diary
import Journal
import Localization
public import Terminal

/// Where work on a branch was left, on one screen: first what was tried and dropped, then its commits with
/// their notes, and what is unfinished.
public struct ResumeView: Sendable {
  public let answer: ResumeAnswer
  public let context: ViewContext

  public init(answer: ResumeAnswer, context: ViewContext) {
    self.answer = answer
    self.context = context
  }

  /// How many of each kind are listed, so that all kinds fit on the screen.
  private var most: Int {
    context.screen.height.map { Swift.max(2, ($0 - 8) / 6) } ?? Self.mostInPipe
  }

  private static let mostInPipe = 10
  private static let widthInPipe = 120

  public func lines() -> [StyledText] {
    let parts = [heading, rejected, commits, unfinished, texts]
    return Array(parts.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  private var heading: [StyledText] {
    let count = answer.work.commits.count
    let message: Message =
      answer.work.base.map { .resumeSince(count: count, base: $0) } ?? .resumeLast(count: count)
    return context.wrapped(
      StyledText(answer.work.name, .heading) + "  " + context.styled(message, .faint))
  }

  private var rejected: [StyledText] {
    let notes = answer.rejected
    guard !notes.isEmpty else { return [] }
    return [context.styled(.rejectedWays, .accent)]
      + some(notes, indented: "  ") { title(of: $0, "  ", .plain) }
  }

  /// The first ones, and how many more there are.
  private func some<Item>(
    _ items: [Item], indented indentation: String = "", _ line: (Item) -> StyledText
  ) -> [StyledText] {
    let rest = items.count - most
    let shown = items.prefix(rest == 1 ? most + 1 : most).map(line)
    guard rest > 1 else { return shown }
    return shown + [StyledText(indentation) + context.styled(.editorMore(count: rest), .faint)]
  }

  private var commits: [StyledText] {
    answer.work.commits.prefix(most).flatMap { commit -> [StyledText] in
      let notes = (answer.notes[commit.sha] ?? []).filter { !$0.note.text.isRejected }
      let line =
        StyledText(commit.shortSHA, .id, link: answer.repository.url(of: commit)) + "  "
        + StyledText(commit.subject) + "  "
        + StyledText(context.shortDate(commit.date.day), .date)
      let indentation = "         "
      return [cut(line)]
        + notes.prefix(2).map { title(of: $0, indentation, .accent) }
        + (notes.count > 2
          ? [
            StyledText(indentation)
              + context.styled(.editorMore(count: notes.count - 2), .faint)
          ] : [])
    }
      + some(answer.otherNotes.filter { !$0.note.text.isRejected }) { title(of: $0, "", .accent) }
  }

  private var unfinished: [StyledText] {
    var lines: [StyledText] = []
    func add(_ label: Message, _ names: [String]) {
      guard !names.isEmpty else { return }
      let shown = names.prefix(most).joined(separator: ", ")
      let more = names.count > most ? " (+\(names.count - most))" : ""
      lines += context.wrapped(
        context.styled(label, .accent) + StyledText(" \(shown)\(more)"), indent: 2)
    }
    add(.resumeUncommitted, answer.work.uncommitted)
    add(.resumeStashed, answer.work.stashes)
    return lines
  }

  private var texts: [StyledText] {
    some(answer.toDos) { cut(ToDoList.box($0.toDo) + " " + StyledText($0.toDo.text)) }
      + some(answer.lines) { line in
        cut(StyledText(context.shortDate(line.day), .date) + "  " + StyledText(line.text))
      }
  }

  /// The title of a note, which is cut before its ID, by which the note is opened.
  private func title(of found: FoundNote, _ indentation: String, _ style: Style) -> StyledText {
    let id = StyledText("  \(found.shortID)", .faint)
    let room = context.screen.width(orElse: Self.widthInPipe) - id.width(on: context.screen)
    let title = StyledText(indentation + NoteList.title(of: found.note), style)
    return title.truncated(to: Swift.max(room, 1), on: context.screen) + id
  }

  private func cut(_ line: StyledText) -> StyledText {
    line.truncated(to: context.screen.width(orElse: Self.widthInPipe), on: context.screen)
  }
}
