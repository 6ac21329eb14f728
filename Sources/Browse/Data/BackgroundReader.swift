import Accounts
import App
import Context
import Diary
import Journal
import Localization
import Synchronization
import Terminal
import Views

/// What is read in the background.
enum BackgroundRequest: Hashable, Sendable {
  case activity
  case day(Day)
  case commits(CommitChoice)
  /// What was recorded on these days.
  case digest(ClosedRange<Day>)
  case search(String, Int)
  /// The notes or days that have these words.
  case filter(ListTab, String)
  /// A measure of the days of the year, as of a version of the journal.
  case measure(Measure, ClosedRange<Day>, version: Int)
  /// What a commit changed.
  case changes(Commit, Repository)
  /// What a commit changed in a file.
  case diff(Commit, CommitChanges.File, Repository)
  case weather
  case tags
  /// The commits whose ids begin with a word.
  case completeCommit(String, Int)

  /// Requests of different lanes do not wait for each other.
  fileprivate enum Lane: Hashable { case clones, searches, network }

  fileprivate var lane: Lane {
    switch self {
    case .search, .filter, .tags: .searches
    case .weather: .network
    case .activity, .day, .commits, .digest, .measure, .changes, .diff, .completeCommit: .clones
    }
  }
}

/// Reads beside the screen what may take long: clones, searches and the weather, which do not wait
/// for each other. A newer request replaces one of its kind that has not begun.
final class BackgroundReader: Sendable {
  typealias Request = BackgroundRequest

  private struct State {
    var results: [BrowseResult] = []
    var waiting: [Request] = []
    /// What is being read.
    var current: [Request.Lane: Request] = [:]
    var local: (commits: LocalCommits, readAt: ContinuousClock.Instant)?
    var isStopped = false
  }

  private let state = Mutex(State())
  private let options: RunOptions
  private let process: ProcessContext
  private let waker: Waker

  init(app: App, waker: Waker) {
    var options = app.options
    options.isQuiet = true
    options.isVerbose = false
    self.options = options
    process = app.process.withoutTerminal { _, _ in }
    self.waker = waker
  }

  // MARK: For the screen

  func request(_ request: Request) {
    let starts = state.withLock { state in
      if state.isStopped || state.current[request.lane] == request { return false }
      state.waiting.removeAll { Self.replaces(request, $0) }
      state.waiting.append(request)
      guard state.current[request.lane] == nil else { return false }
      state.current[request.lane] = state.waiting.removeLast()
      return true
    }
    if starts { Task.detached { await self.work(request) } }
  }

  func takeResults() -> [BrowseResult] {
    state.withLock { state in
      defer { state.results = [] }
      return state.results
    }
  }

  /// Adds a result of other work in the background.
  func post(_ result: BrowseResult) {
    state.withLock { $0.results.append(result) }
    waker.wake()
  }

  /// Forgets the commits that were read, because clones may have changed.
  func forget() { state.withLock { $0.local = nil } }

  func stop() { state.withLock { $0.isStopped = true } }

  // MARK: The work

  private static func replaces(_ new: Request, _ old: Request) -> Bool {
    switch (new, old) {
    case (.day, .day), (.search, .search), (.filter, .filter), (.activity, .activity): true
    case (.commits(let new), .commits(let old)): new == old
    case (.measure, .measure), (.changes, .changes), (.weather, .weather), (.tags, .tags): true
    case (.completeCommit, .completeCommit), (.digest, .digest), (.diff, .diff): true
    default: false
    }
  }

  private func work(_ first: Request) async {
    var next: Request? = first
    while let request = next {
      let result = await result(of: request)
      next = state.withLock { state in
        state.results.append(result)
        let lane = request.lane
        let index = state.waiting.firstIndex { $0.lane == lane }
        let next = state.isStopped ? nil : index.map { state.waiting.remove(at: $0) }
        state.current[lane] = next
        return next
      }
      waker.wake()
    }
  }

  /// Reads on the calling thread, for a session that waits for the result.
  func result(of request: Request) async -> BrowseResult {
    do {
      return try await answer(request)
    } catch {
      return .failed(request)
    }
  }

  /// The application is made anew for each request: the journal may not have existed before.
  private func answer(_ request: Request) async throws -> BrowseResult {
    let app = try App(options, in: process, requiresValidSettings: false)
    let journal = try await app.journal(for: .reading)
    switch request {
    case .search(let text, let number):
      let query = SearchQuery(line: text)
      let found = SearchResults(
        notes: try await journal.search(query, NoteFilter(limit: SearchResults.shownLimit)),
        entries: try await journal.search(query, EntryFilter(limit: SearchResults.shownLimit)),
        toDos: try await journal.search(query, ToDoFilter(limit: SearchResults.shownLimit)))
      return .found(found, found.excerpts(matching: query), number)
    case .filter(let tab, let words):
      return .filtered(tab, words, try await rows(of: tab, with: words, in: journal))
    case .activity:
      return .activity(
        try await app.activities.saved(and: local(app), on: app.clock.today...app.clock.today))
    case .day(let day):
      let records = try await app.days.records(of: [day...day], among: local(app), in: journal)
      return .day(records.first ?? DayRecord(day: day))
    case .commits(.own): return .commits(.own, try await ownCommits(in: app, journal))
    case .commits(.clone): return .commits(.clone, try await commitsOfClone(in: app))
    case .digest(let span):
      return .digest(
        span,
        try await app.digests.records(
          on: span, of: [], ownOnly: false, among: local(app), in: journal))
    case .measure(let measure, let span, let version):
      do {
        return .measured(try await year(measure, span, version, in: app))
      } catch {
        return .measureRefused(measure, app.context.line(Explanation(of: error)))
      }
    case .changes(let commit, let repository):
      let changes = app.days.changes(of: commit, in: repository, among: try await local(app))
      return .changes(sha: commit.sha, changes ?? CommitChanges(body: "", files: []))
    case .diff(let commit, let file, let repository):
      let diff = app.days.diff(of: commit, file, in: repository, among: try await local(app))
      return .diff(.file(sha: commit.sha, path: file.path), diff)
    case .weather:
      let deadline = WeatherDeadline()
      guard let place = try await app.weather.resolvedDefaultPlace(deadline) else {
        return .failed(request)
      }
      return .weather(try await app.weather.currentWeather(at: place, deadline))
    case .tags: return .tags(try await journal.tags())
    case .completeCommit(let word, let number):
      let found = app.repositories.recentCommits().filter { $0.shortSHA.hasPrefix(word) }
      return .completions(found.map { CommandCompletion($0.shortSHA, $0.subject) }, number)
    }
  }

  /// The notes, or the days with an entry, that have all words, in the order of their list.
  private func rows(
    of tab: ListTab, with words: String, in journal: Journal
  ) async throws -> [ListRow] {
    let (query, limit) = (SearchQuery(line: words), 1000)
    if tab == .notes {
      return try await journal.search(query, NoteFilter(limit: limit))
        .map { .note(NoteSummary($0)) }
    }
    let found = try await journal.search(query, EntryFilter(limit: limit))
    guard let first = found.map(\.day).min(), let last = found.map(\.day).max() else { return [] }
    let counts = try await journal.days(from: first, to: last, commits: [:])
    return found.sorted { $0.day < $1.day }.map { entry in
      .day(entry.day, counts[entry.day] ?? DayCounts(), title: entry.text.headline)
    }
  }

  /// The user's own commits of a year, the latest first.
  private func ownCommits(in app: App, _ journal: Journal) async throws -> FoundCommits {
    let (local, today) = (try await local(app), app.clock.today)
    let records = try await app.days.records(
      of: [today - 366...today + 1], among: local, in: journal)
    let rows = records.sorted { $0.day > $1.day }.flatMap { record in
      record.commits.map { ListRow.commit($0, record.day, isMarked: false) }
    }
    return FoundCommits(rows: rows, origin: local.origin)
  }

  /// How many commits of a clone are listed.
  private static let commitLimit = 5000

  /// The commits of the clone in the working directory, by everybody.
  private func commitsOfClone(in app: App) async throws -> FoundCommits {
    let found = try await app.days.commitsHere(limit: Self.commitLimit, among: local(app))
    guard let found else { return FoundCommits(isThere: false) }
    return FoundCommits(
      rows: found.commits.map { commit, isOwn in
        .commit(commit, app.clock.day(of: commit.commit.date.instant), isMarked: isOwn)
      },
      origin: .plainText(text: found.repository.shortName), isLimited: found.isLimited)
  }

  /// The levels of counts compare them with those of a year.
  private func year(
    _ measure: Measure, _ span: ClosedRange<Day>, _ version: Int, in app: App
  ) async throws -> MeasuredYear {
    let compared = Quartiles.comparedDays(from: span.lowerBound, through: span.upperBound)
    let isOfCommits = measure == .commits || measure == .contributions
    let clones = isOfCommits ? try await local(app) : LocalCommits.none
    let activity = try await app.activities.saved(
      measure, and: clones, on: measure == .words ? compared : span)
    let today = app.clock.today
    let graph = Graph(
      activity: activity, span: span, today: today, firstWeekday: app.firstWeekday,
      streaks: activity.streaks(today: today, excluding: app.settings.excluded))
    return MeasuredYear(measure: measure, version: version, graph: graph)
  }

  /// The commits of clones, read again after a minute.
  private func local(_ app: App) async throws -> LocalCommits {
    if let local = state.withLock({ $0.local }), local.readAt.duration(to: .now) < .seconds(60) {
      return local.commits
    }
    let account = try? await app.accounts.usableAccount(
      among: app.journal(for: .reading).accounts())
    let commits = try await app.clones.readableCommits(
      of: .all, unpushedTo: account?.account.host)
    state.withLock { $0.local = (commits, .now) }
    return commits
  }
}
