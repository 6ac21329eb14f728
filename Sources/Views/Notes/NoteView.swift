public import Diary
public import JSON
public import Journal
import Localization
public import Terminal

// Notes in human-readable form and as JSON.

extension ViewContext {
  public func lines(of found: FoundNote) -> [StyledText] {
    let note = found.note
    var lines: [StyledText] = []
    if !note.text.title.isEmpty { lines += wrapped(StyledText(note.text.title, .heading)) }
    lines += wrapped(facts(of: found))
    if let commit = note.commit, let current = note.currentCommit {
      lines += wrapped(StyledText(commit.subject, .remark), indent: 2)
      if !current.subject.isEmpty, current.subject != commit.subject {
        lines += wrapped(StyledText("\(current.shortSHA)  \(current.subject)", .remark), indent: 2)
      }
    }
    let body = EditorText.bodyBelowTitle(of: note.text)
    if !body.allSatisfy(\.isWhitespace) { lines += [""] + paragraphs(of: body).joined() }
    return lines
  }

  /// The id, the repository and commit, the date and the tags.
  private func facts(of found: FoundNote) -> StyledText {
    let note = found.note
    var parts = [StyledText(found.shortID, .id)]
    let name = note.repository.shortName
    if let commit = note.commit {
      parts.append(
        StyledText("\(name)@\(commit.shortSHA)", .repository, link: note.repository.url(of: commit))
      )
    } else {
      parts.append(StyledText(name, .repository, link: note.repository.url))
    }
    if let place = place(of: note) { parts.append(place) }
    if let words = waitingWords(note.waitsFor) { parts.append(words) }
    parts.append(StyledText(reader.dateAndTime(note.createdAt), .day))
    if note.updatedAt != note.createdAt {
      parts.append(
        styled(
          .noteEdited(day: day(of: note.updatedAt), version: note.version), .remark))
    }
    if let deletedAt = note.deletedAt {
      parts.append(
        styled(.noteDeletedOn(day: day(of: deletedAt)), .warning))
    }
    if note.needsLook { parts.append(lookMark) }
    let tags = StyledText(tags: note.text.tags, notIn: "\(note.text.title) \(note.text.body)")
    if !tags.isEmpty { parts.append(tags) }
    return parts.joined(separator: StyledText("  "))
  }

  /// For which commit a note waits; `nil` if it does not.
  func waitingWords(_ branch: String?) -> StyledText? {
    branch.map { styled(.noteWaits(branch: $0.isEmpty ? "HEAD" : $0), .accent) }
  }

  /// Where the commit is now, if it was rewritten, and how that is known.
  private func place(of note: Note) -> StyledText? {
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
      return styled(words, .warning)
    }
    if now.sha == commit.sha { return nil }
    let sha = now.shortSHA
    let words: Message =
      switch now.evidence {
      case .id, .rewrite: .noteCommitRewritten(sha: sha)
      case .changeID: .noteCommitSameChange(sha: sha)
      case .patch: .noteCommitSameChange(sha: sha)
      case .author: .noteCommitSameAuthor(sha: sha)
      case .squash: .noteCommitSquashed(sha: sha)
      }
    return styled(words, .accent)
  }

  // MARK: Lists

  /// Notes with one line each. The date is never shortened.
  public func table(of notes: [NoteSummary]) -> Table {
    // The repository is shown only if the notes are in more than one.
    let showsRepository = notes.contains { $0.repository != notes[0].repository }
    return Table(
      columns: [.whole, .whole, .whole, .main, .flexible, .flexible], count: notes.count
    ) { index in
      let note = notes[index]
      return [
        StyledText(note.shortID, .id),
        StyledText(shortDate(note.day), .day),
        StyledText(hasRoomForCommits ? note.commit ?? "" : "", .remark),
        StyledText(note.title),
        waitingWords(note.waitsFor)
          ?? (note.needsLook ? lookMark : StyledText(tags: note.tags, notIn: note.title)),
        showsRepository ? StyledText(note.repository.shortName, .repository) : "",
      ]
    }
  }

  /// On a narrow screen the column of commits is left out in favor of the title.
  var hasRoomForCommits: Bool { screen.width(orElse: .max) >= 72 }
}

extension Note {
  /// The title, or the first line of a note without one.
  public var shownTitle: String { text.title.isEmpty ? text.body.firstLine : text.title }
}

extension StyledText {
  public init(tags: [String]) {
    self = Tag.names(tags).map { StyledText("#\($0)", .tag) }.joined(separator: " ")
  }

  /// The tags that are not written in a text that is shown beside them.
  init(tags: [String], notIn text: String) { self.init(tags: Tag.names(tags, notIn: text)) }
}

// MARK: As JSON

extension Note {
  public var json: JSONValue {
    [
      "id": .string(id.text),
      "repo": .string(repository.name),
      "commit": commit.map(json(of:)) ?? .null,
      "waitsFor": waitsFor.map { .string($0.isEmpty ? "HEAD" : $0) } ?? .null,
      "title": .string(text.title),
      "body": .string(text.body),
      "tags": text.tagsJSON,
      "numbers": text.numbersJSON,
      "createdAt": .string(createdAt.instant.description),
      "updatedAt": .string(updatedAt.instant.description),
      "deletedAt": JSONValue(deletedAt?.instant.description),
    ]
  }

  /// The commit with the places where it is now.
  private func json(of commit: Commit) -> JSONValue {
    let places: [JSONValue.Member] = [
      .init("now", followed.now?.json ?? .null),
      .init("candidates", .array(followed.candidates.map(\.json))),
    ]
    return .object(commit.members(in: repository) + places)
  }
}

extension CommitPlace {
  fileprivate var json: JSONValue { ["sha": .string(sha), "by": .string(evidence.rawValue)] }
}

extension [FoundNote] {
  /// Only the list, without its name.
  public var jsonList: JSONValue { .array(map(\.note.json)) }

  public var json: JSONValue { ["notes": jsonList] }
}
