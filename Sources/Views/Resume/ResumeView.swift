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

  /// How many of each kind are listed.
  private var most = 10
  private static let widthInPipe = 120

  /// As many of each kind as fit on the screen.
  public func lines() -> [StyledText] {
    var view = self
    while let height = context.screen.height, view.most > 1, view.allLines.count >= height {
      view.most -= 1
    }
    return view.allLines
  }

  private var allLines: [StyledText] {
    let parts = [heading, rejected, commits, unfinished, texts]
    return Array(parts.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  private var heading: [StyledText] {
    let count = answer.work.commits.count
    let message: Message =
      answer.work.base.map { .resumeSince(count: count, base: $0) } ?? .resumeLast(count: count)
    return context.wrapped(
      StyledText(answer.work.name, .heading) + "  " + context.styled(message, .remark))
  }

  private var rejected: [StyledText] {
    let notes = answer.rejected
    guard !notes.isEmpty else { return [] }
    return [context.styled(.rejectedWays, .heading)]
      + some(notes, indented: 2) { [title(of: $0, indented: 2, .plain)] }
  }

  /// The first ones, and how many more there are.
  private func some<Item>(
    _ items: [Item], upTo limit: Int? = nil, indented indentation: Int = 0,
    _ lines: (Item) -> [StyledText]
  ) -> [StyledText] {
    let limit = limit ?? most
    let rest = items.count - limit
    // A line that says “and 1 more” has room for that one.
    let shown = items.prefix(rest == 1 ? limit + 1 : limit).flatMap(lines)
    guard rest > 1 else { return shown }
    return shown + [
      StyledText(String(repeating: " ", count: indentation))
        + context.styled(.editorMore(count: rest), .remark)
    ]
  }

  private var commits: [StyledText] {
    some(answer.work.commits) { commit in
      let notes = (answer.notes[commit.sha] ?? []).filter { !$0.note.text.isRejected }
      let line =
        StyledText(commit.shortSHA, .id, link: answer.repository.url(of: commit)) + "  "
        + StyledText(commit.subject) + "  "
        + StyledText(context.shortDate(commit.date.day), .day)
      return [cut(line)]
        + some(notes, upTo: Swift.max(1, most / 3), indented: 9) {
          [title(of: $0, indented: 9, .accent)]
        }
    }
      + some(answer.otherNotes.filter { !$0.note.text.isRejected }) {
        [title(of: $0, indented: 0, .accent)]
      }
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
    some(answer.toDos) { [cut(ToDoList.box($0.toDo) + " " + StyledText($0.toDo.text))] }
      + some(answer.lines) { line in
        [cut(StyledText(context.shortDate(line.day), .day) + "  " + StyledText(line.text))]
      }
  }

  /// The title of a note, which is cut before its ID, by which the note is opened.
  private func title(
    of found: FoundNote, indented indentation: Int, _ style: Style
  ) -> StyledText {
    let id = StyledText("  \(found.shortID)", .remark)
    let room = context.screen.width(orElse: Self.widthInPipe) - id.width(on: context.screen)
    let title = StyledText(
      String(repeating: " ", count: indentation) + NoteList.title(of: found.note), style)
    return title.truncated(to: Swift.max(room, 1), on: context.screen) + id
  }

  private func cut(_ line: StyledText) -> StyledText {
    line.truncated(to: context.screen.width(orElse: Self.widthInPipe), on: context.screen)
  }
}
