public import Diary
public import JSON
public import Journal
import Localization
public import Terminal

/// Where work on a branch was left.
public struct ResumeAnswer: Sendable {
  public var work: BranchWork
  public var repository: Repository
  /// The notes on its commits, by their SHAs.
  public var notes: [String: [FoundNote]]
  /// The notes that were written on the branch about other commits or none, the newest first.
  public var otherNotes: [FoundNote]
  /// The open to-dos that were written on the branch or name it.
  public var toDos: [FoundToDo]
  /// The lines of the diary that were written on it or name it, the newest day first.
  public var lines: [DiaryLine]

  public init(
    work: BranchWork, repository: Repository, notes: [String: [FoundNote]],
    otherNotes: [FoundNote] = [], toDos: [FoundToDo], lines: [DiaryLine]
  ) {
    self.work = work
    self.repository = repository
    self.notes = notes
    self.otherNotes = otherNotes
    self.toDos = toDos
    self.lines = lines
  }

  /// The notes about ways that were tried and dropped, the newest first.
  public var rejected: [FoundNote] {
    (work.commits.flatMap { notes[$0.sha] ?? [] } + otherNotes).filter(\.note.text.isRejected)
  }

  public func json(on today: Day) -> JSONValue {
    [
      "repo": .string(repository.name), "branch": .string(work.name),
      "base": JSONValue(work.base),
      "commits": .array(
        work.commits.map { commit in
          [
            "sha": .string(commit.sha), "message": .string(commit.subject),
            "author": .string(commit.author),
            "date": .string(commit.date.instant.description),
            "notes": (notes[commit.sha] ?? []).jsonList,
          ]
        }),
      "notes": otherNotes.jsonList,
      "rejected": .array(rejected.map { .string($0.note.id.text) }),
      "uncommitted": .array(work.uncommitted.map { .string($0) }),
      "stashes": .integer(work.stashes.count),
      "stashed": .array(work.stashes.map { .string($0) }),
      "todos": .array(toDos.map { $0.toDo.json(on: today) }),
      "lines": .array(lines.map { ["day": .string("\($0.day)"), "text": .string($0.text)] }),
    ]
  }
}

extension ResumeAnswer {
  /// The answer on one screen: first what was tried and dropped, then the commits with their notes, and what
  /// is unfinished. As many of each kind as fit are listed.
  public func lines(in context: ViewContext) -> [StyledText] {
    var view = ResumeView(answer: self, context: context)
    while let height = context.screen.height, view.most > 1, view.lines.count >= height {
      view.most -= 1
    }
    return view.lines
  }
}

private struct ResumeView {
  let answer: ResumeAnswer
  let context: ViewContext
  /// How many of each kind are listed.
  var most = 10

  private static let widthInPipe = 120

  var lines: [StyledText] {
    let parts = [heading, rejected, commits, unfinished, texts]
    return Array(parts.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  private var heading: [StyledText] {
    let count = answer.work.commits.count
    let message: Message? =
      answer.work.base.map { .resumeSince(count: count, base: $0) }
      // Of a branch that is gone, only what was written on it is left.
      ?? (count > 0 ? .resumeLast(count: count) : nil)
    let name = StyledText(answer.work.name, .heading)
    return context.wrapped(message.map { name + "  " + context.styled($0, .remark) } ?? name)
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
    some(answer.toDos) { [cut($0.toDo.box + " " + StyledText($0.toDo.text))] }
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
      String(repeating: " ", count: indentation) + found.note.shownTitle, style)
    return title.truncated(to: Swift.max(room, 1), on: context.screen) + id
  }

  private func cut(_ line: StyledText) -> StyledText {
    context.cut(line, orElse: Self.widthInPipe)
  }
}
