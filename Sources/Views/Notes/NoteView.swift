public import Diary
public import JSON
public import Journal
import Localization
public import Terminal

/// A note in human-readable form.
public struct NoteView: Sendable {
  public let found: FoundNote
  public let context: ViewContext

  public init(found: FoundNote, context: ViewContext) {
    self.found = found
    self.context = context
  }

  private var note: Note { found.note }

  public func lines() -> [StyledText] {
    var lines: [StyledText] = []
    if !note.text.title.isEmpty { lines += wrapped(StyledText(note.text.title, .heading)) }
    lines += wrapped(facts)
    if let commit = note.commit, let current = note.currentCommit {
      lines += wrapped(StyledText(commit.subject, .remark), indent: 2)
      if !current.subject.isEmpty, current.subject != commit.subject {
        lines += wrapped(StyledText("\(current.shortSHA)  \(current.subject)", .remark), indent: 2)
      }
    }
    let body = EditorText.bodyBelowTitle(of: note.text)
    if !body.allSatisfy(\.isWhitespace) {
      lines.append("")
      lines += Self.paragraphs(of: body).flatMap { wrapped(StyledText($0)) }
    }
    return lines
  }

  /// The id, the repository and commit, the date and the tags.
  private var facts: StyledText {
    var parts = [StyledText(found.shortID, .id)]
    let name = note.repository.shortName
    if let commit = note.commit {
      parts.append(
        StyledText("\(name)@\(commit.shortSHA)", .repository, link: note.repository.url(of: commit))
      )
    } else {
      parts.append(StyledText(name, .repository, link: note.repository.url))
    }
    if let place = placeWords { parts.append(place) }
    parts.append(StyledText(context.reader.dateAndTime(note.createdAt), .day))
    if note.updatedAt != note.createdAt {
      parts.append(
        context.styled(
          .noteEdited(day: context.day(of: note.updatedAt), version: note.version), .remark))
    }
    if let deletedAt = note.deletedAt {
      parts.append(
        context.styled(.noteDeletedOn(day: context.day(of: deletedAt)), .warning))
    }
    if note.needsLook { parts.append(context.lookMark) }
    let tags = NoteList.tags(note.text.tags, notIn: "\(note.text.title) \(note.text.body)")
    if !tags.isEmpty { parts.append(tags) }
    return parts.joined(separator: StyledText("  "))
  }

  /// Where the commit is now, if it was rewritten, and how that is known.
  private var placeWords: StyledText? {
    guard let commit = note.commit, !note.followed.isEmpty else { return nil }
    guard let now = note.followed.now else {
      let candidates = note.followed.candidates.map(\.shortSHA)
      let last = note.followed.first { $0.role == .last && !$0.sha.isEmpty }
      let words: Message =
        if !candidates.isEmpty {
          .noteCommitCandidates(commits: MessageArgument.enumeration(candidates))
        } else if let last {
          .noteCommitLast(sha: last.shortSHA)
        } else {
          .noteCommitGone
        }
      return context.styled(words, .warning)
    }
    if now.sha == commit.sha { return nil }
    let sha = now.shortSHA
    let words: Message =
      switch now.evidence {
      case .id, .rewrite: .noteCommitRewritten(sha: sha)
      case .changeID: .noteCommitSameChange(sha: sha)
      case .patch: .noteCommitSamePatch(sha: sha)
      case .author: .noteCommitSameAuthor(sha: sha)
      case .squash: .noteCommitSquashed(sha: sha)
      }
    return context.styled(words, .accent)
  }

  /// The lines of a text, without empty ones at the end.
  public static func paragraphs(of text: String) -> [String] {
    var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    return lines.map(String.init)
  }

  private func wrapped(_ text: StyledText, indent: Int = 0) -> [StyledText] {
    context.wrapped(text, indent: indent)
  }
}

/// The JSON of notes.
public enum NoteJSON {
  public static func note(_ note: Note) -> JSONValue {
    [
      "id": .string(note.id.text),
      "repo": .string(note.repository.name),
      "commit": note.commit.map { commit($0, of: note) } ?? .null,
      "title": .string(note.text.title),
      "body": .string(note.text.body),
      "tags": .array(Tag.names(note.text.tags).map(JSONValue.string)),
      "numbers": NumberJSON.numbers(of: note.text),
      "createdAt": .string(note.createdAt.instant.description),
      "updatedAt": .string(note.updatedAt.instant.description),
      "deletedAt": JSONValue(note.deletedAt?.instant.description),
    ]
  }

  public static func notes(_ found: [FoundNote]) -> JSONValue {
    ["notes": .array(found.map { note($0.note) })]
  }

  /// The same document, for writing it note by note.
  public static let list = JSONList(name: "notes")

  /// The commit with the places where it is now.
  private static func commit(_ commit: Commit, of note: Note) -> JSONValue {
    let places: [JSONValue.Member] = [
      .init("now", note.followed.now.map(place) ?? .null),
      .init("candidates", .array(note.followed.candidates.map(place))),
    ]
    return .object((self.commit(commit, of: note.repository).object ?? []) + places)
  }

  static func commit(_ commit: Commit, of repository: Repository) -> JSONValue {
    [
      "sha": .string(commit.sha),
      "message": .string(commit.subject),
      "author": .string(commit.author),
      "date": .string(commit.date.instant.description),
      "url": JSONValue(repository.url(of: commit)),
    ]
  }

  private static func place(_ place: CommitPlace) -> JSONValue {
    ["sha": .string(place.sha), "by": .string(place.evidence.rawValue)]
  }
}
