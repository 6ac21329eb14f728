import App
import Arguments
import Context
import Diary
import Git
import Journal
import Localization
import Terminal

/// `commitdiary notes add`: adds a note to a commit, from options or from the editor.
struct NotesAdd: Command {
  var repository: String?
  var commit: String?
  var hasNoCommit = false
  var isForNext = false
  var picks = false
  var template: String?
  var words: [String] = []
  var text = TextOptions()

  static let declaration = Declaration<Self>(
    .notesAddSummary, details: .notesAddDetails,
    examples: [
      Example("notes add", .notesAddExampleEditor),
      Example(
        "notes add --title 'Why the cache' --body 'It was slow.' --tag perf"),
      Example("notes add The cache was slow --tag perf"),
      Example("notes add --commit HEAD~2 --file -"),
      Example("notes add --next Two queries ran for every row", .notesAddExampleNext),
    ],
    exclusive: [["commit", "no-commit", "next", "pick"], ["body", "file"]],
    terminal: .editor { !$0.words.isEmpty || $0.text.body != nil || $0.text.file != nil },
    [
      .positional(
        "text", .any, placeholder: .message(.placeholderText), help: .argumentNoteText
      ) { $0.words.append($1) },
      .option("repo", help: .optionRepository, completion: .repositories) { $0.repository = $1 },
      .option(
        "commit", short: "c", placeholder: .message(.placeholderCommit), help: .optionCommit,
        completion: .commits
      ) { $0.commit = $1 },
      .flag("no-commit", help: .optionNoCommit) { $0.hasNoCommit = true },
      .flag("next", help: .optionNext) { $0.isForNext = true },
      .flag("pick", short: "p", help: .optionPick) { $0.picks = true },
      .template { $0.template = $1 },
    ]
      + TextOptions.parameters(\.text, title: .optionTitle, body: .optionBody, tag: .optionTag))

  func run(in app: App) async throws {
    let known = try text.withoutBody()
    let given = try given(known, in: app)
    if given == nil, !app.prompts.isInteractive { throw Explanation.textMissing }
    if given != nil, template != nil { throw Explanation.templateWithoutEditor }
    var place = try await place(in: app)
    // Options that describe a new note mean that no unfinished draft is wanted.
    if given == nil, hasNoOptions,
      let finished = try await app.notes.finishDraft(on: place.repository)
    {
      return try await app.report(finished)
    }
    if repository != nil, app.options.journal == nil, let clone = place.clone {
      try app.expectOwnClone(clone)
    }
    let position = try await position(in: place.clone, of: app)
    let commit = position == nil ? try await commit(of: &place, in: app) : nil
    var subject = NoteSubject(
      try await app.repositories.withRoot(place, for: .writing), commit: commit)
    subject.position = position
    if let given { return try await app.makeAndReport(.addNote(given, on: subject)) }
    if self.commit != nil, text.isEmpty, template == nil, let commit,
      let finished = try await app.notes.finishDraft(on: place.repository, about: commit)
    {
      return try await app.report(finished)
    }
    try await app.report(app.notes.write(on: subject, text: known, template: template))
  }

  /// The note from the words, the options, or a pipe; `nil` if the editor has to be opened.
  private func given(_ known: Text, in app: App) throws -> Text? {
    var text = text
    if !words.isEmpty {
      if let other = text.body.map({ _ in "--body" }) ?? text.file.map({ _ in "--file" }) {
        throw Explanation(.textTwice(option: other), hint: .hintExclusive, status: .usage)
      }
      text.body = try app.input.text(of: words)
    }
    if let given = try text.given(known, canAsk: app.prompts.isInteractive, from: app.input) {
      return given
    }
    text.body = try app.input.piped()
    return try text.body == nil
      ? nil : text.given(known, canAsk: app.prompts.isInteractive, from: app.input)
  }

  private var hasNoOptions: Bool {
    commit == nil && !hasNoCommit && !isForNext && !picks && text.isEmpty
  }

  // MARK: The subject

  /// Where the next commit is made, if the note is about that one. An agent has its reason before it commits: of
  /// work that is not committed, or on top of somebody else's commit.
  private func position(in clone: Clone?, of app: App) async throws -> WorkPosition? {
    if isForNext {
      guard let clone else {
        throw Explanation.noClone(
          at: repository ?? app.directory.absolutePath,
          hint: repository == nil ? .mirrorHint : .cloneNeededHint)
      }
      // Another journal does not look for its commit.
      try app.expectOwnClone(clone)
      return try clone.position()
    }
    guard app.process.isAgent, commit == nil, !hasNoCommit, !picks, let clone else { return nil }
    let position = try clone.position()
    guard let head = position.head, try !clone.hasChanges(),
      try await app.repositories.isOwn(head, in: clone)
    else { return position }
    return nil
  }

  private func place(in app: App) async throws -> LocatedRepository {
    if let repository { return try await app.repositories.locate(repository) }
    do {
      return try app.repositories.here(orElse: isForNext ? .mirrorHint : .cloneMissingHint)
    } catch let error as Explanation where error.message.key == .cloneMissing {
      if let commit, let found = try await app.repositories.commitElsewhere(commit) {
        return found.place
      }
      guard app.prompts.isInteractive else { throw error }
      return try await pickRepository(in: app, insteadOf: error)
    }
  }

  private func pickRepository(in app: App, insteadOf error: Explanation) async throws
    -> LocatedRepository
  {
    let known = try await app.repositories.knownRepositories()
    guard !known.isEmpty else { throw error }
    let items = known.enumerated().map { PickerItem(id: $0, text: StyledText($1.shortName)) }
    let choice = try app.prompts.pick(.pickRepository, from: items, option: "--repo")
    return try await app.repositories.locate(known[choice].name)
  }

  private func commit(of place: inout LocatedRepository, in app: App) async throws -> Commit? {
    if hasNoCommit { return nil }
    if let commit {
      let found = try await app.repositories.commit(
        commit, of: place, orElsewhere: repository == nil, in: app.journal(for: .reading))
      place = found.place
      return found.commit
    }
    if let clone = place.clone, !picks {
      return try clone.resolve("HEAD")
    }
    return try await pickCommit(of: place, in: app)
  }

  private func pickCommit(of place: LocatedRepository, in app: App) async throws -> Commit {
    guard app.prompts.isInteractive else { throw Explanation.cannotChoose(option: "--commit") }
    if let clone = place.clone { return try pickCommit(of: clone, in: app) }
    let commits = try await app.repositories.knownCommits(of: place)
    guard !commits.isEmpty else {
      throw Explanation(
        .commitsMissing(repository: place.repository.shortName), hint: .cloneNeededHint,
        status: .notFound)
    }
    let row = CommitRow(in: app)
    let items = commits.enumerated().map { row.item($0, $1) }
    return commits[try app.prompts.pick(.pickCommit, from: items, option: "--commit")]
  }

  private func pickCommit(of clone: Clone, in app: App) throws -> Commit {
    let row = CommitRow(in: app)
    let loader = CommitLoader(try clone.commits()) { row.item($0, $1) }
    defer { loader.end() }
    let first = try loader.load()
    let choice = try app.prompts.pick(
      .pickCommit, from: first, and: loader.start(), option: "--commit")
    return loader.commit(choice)
  }
}

/// The lines of the commit picker, with dates of equal width.
private struct CommitRow {
  private let app: App
  private let dateWidth: Int

  init(in app: App) {
    self.app = app
    // The first item is shown before all are known, so the width is that of any date of a year.
    let measure = app.output.screen.measure
    dateWidth =
      (0..<366).map { measure.width(of: app.reader.monthAndDay(app.clock.today - $0)) }.max() ?? 0
  }

  func item(_ index: Int, _ commit: Commit) -> PickerItem {
    let date = app.reader.monthAndDay(app.clock.day(of: commit.date.instant))
    return PickerItem(
      id: index,
      text: StyledText(commit.shortSHA, .id) + "  "
        + StyledText(date, .day).padded(to: dateWidth, on: app.output.screen) + "  "
        + StyledText(commit.subject),
      searchText: "\(commit.shortSHA) \(commit.subject) \(commit.author)")
  }
}
