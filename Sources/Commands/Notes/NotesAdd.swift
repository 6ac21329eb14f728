import Arguments
import Diary
import Git
import Journal
import Localization
import Platform
import Terminal

/// `commitdiary notes add`: a note on a commit, from options or from the editor.
struct NotesAdd: Command {
  var repository: String?
  var commit: String?
  var hasNoCommit = false
  var picks = false
  var text = TextOptions()

  static let declaration = Declaration<Self>(
    .notesAddSummary, details: .notesAddDetails,
    examples: [
      Example("notes add", .notesAddExampleEditor),
      Example(
        "notes add --title 'Why the cache' --body 'It was slow.' --tag perf",
        .notesAddExampleOptions),
      Example("notes add --commit HEAD~2 --file -", .notesAddExampleFile),
    ],
    rules: [.exclusive(["commit", "no-commit", "pick"]), .exclusive(["body", "file"])],
    [
      .option("repo", help: .optionRepository, completion: .repositories) { $0.repository = $1 },
      .option(
        "commit", short: "c", placeholder: .message(.placeholderCommit), help: .optionCommit,
        completion: .commits
      ) { $0.commit = $1 },
      .flag("no-commit", help: .optionNoCommit) { $0.hasNoCommit = true },
      .flag("pick", short: "p", help: .optionPick) { $0.picks = true },
      .option("title", short: "t", help: .optionTitle) { $0.text.title = $1 },
      .option("body", short: "b", help: .optionBody) { $0.text.body = $1 },
      .option(
        "file", short: "F", placeholder: .message(.placeholderFile), help: .optionFile,
        completion: .files
      ) { $0.text.file = $1 },
      .option("tag", help: .optionTag, arity: .repeated, completion: .tags) {
        $0.text.tags.append($1)
      },
    ])

  func run(in session: Session) async throws {
    let tags = try TextInput.tags(text.tags)
    let given = try text.given(tags: tags, canAsk: session.isInteractive)
    if given == nil, !session.isInteractive { throw TextError.missing }
    let place = try await place(in: session)
    // Whoever says what the note is to be has another one in mind.
    if given == nil, saysNothing,
      let finished = try await session.finishWaitingDraft(on: place.repository)
    {
      return try session.acknowledge(finished, as: Message.noteAdded)
    }
    let commit = try await commit(of: place, in: session)
    let filed = try await session.withRoot(place, for: .writing)
    let subject = NoteSubject(
      repository: filed.repository, root: filed.root, formerly: filed.formerly, commit: commit)
    let note: FoundNote
    if let given {
      note = try await session.save(given, on: subject)
    } else {
      note = try await session.write(on: subject, in: place.clone, title: text.title, tags: tags)
    }
    try session.acknowledge(note, as: Message.noteAdded)
  }

  private var saysNothing: Bool {
    commit == nil && !hasNoCommit && !picks && text.title == nil && text.tags.isEmpty
  }

  // MARK: What it is about

  private func place(in session: Session) async throws -> Place {
    if let repository { return try await session.place(repository) }
    do {
      return try session.here(orElse: .cloneMissingHint)
    } catch let error as UsageError {
      guard case .noClone = error, session.isInteractive else { throw error }
      return try await pickRepository(in: session, insteadOf: error)
    }
  }

  private func pickRepository(in session: Session, insteadOf error: UsageError) async throws
    -> Place
  {
    let known = try await session.knownRepositories()
    guard !known.isEmpty else { throw error }
    let items = known.enumerated().map { PickerItem(id: $0, text: StyledText($1.shortName)) }
    let choice = try session.pick(.pickRepository, from: items, missing: "--repo")
    return try await session.place(known[choice].name)
  }

  private func commit(of place: Place, in session: Session) async throws -> Commit? {
    if hasNoCommit { return nil }
    if let commit {
      return try await session.commit(commit, of: place, in: session.journal(for: .reading))
    }
    if let clone = place.clone, !picks {
      return session.withPatch(try clone.resolve("HEAD"), in: clone)
    }
    return try await pickCommit(of: place, in: session)
  }

  private func pickCommit(of place: Place, in session: Session) async throws -> Commit {
    guard session.isInteractive else { throw AskingError.nobodyToChoose(missing: "--commit") }
    if let clone = place.clone { return try pickCommit(of: clone, in: session) }
    let commits = try await session.knownCommits(of: place)
    guard !commits.isEmpty else {
      throw UsageError.noCommits(repository: place.repository.shortName)
    }
    let items = commits.enumerated().map { CommitItem.item($0, $1, in: session) }
    return commits[try session.pick(.pickCommit, from: items, missing: "--commit")]
  }

  private func pickCommit(of clone: Clone, in session: Session) throws -> Commit {
    let loader = CommitLoader(try clone.commits()) { CommitItem.item($0, $1, in: session) }
    defer { loader.end() }
    let first = try loader.load()
    let choice = try session.pick(
      .pickCommit, from: first, and: loader.start(), missing: "--commit")
    return session.withPatch(loader.commit(choice), in: clone)
  }
}

/// A commit as it is shown to be chosen.
private enum CommitItem {
  static func item(_ index: Int, _ commit: Commit, in session: Session) -> PickerItem {
    PickerItem(
      id: index,
      text: StyledText(commit.shortSHA, .id) + "  "
        + StyledText(
          session.reader.monthAndDay(session.clock.day(of: commit.date.instant)), .date) + "  "
        + StyledText(commit.subject),
      searchText: "\(commit.shortSHA) \(commit.subject) \(commit.author)")
  }
}
