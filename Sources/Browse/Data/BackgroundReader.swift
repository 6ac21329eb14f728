import App
import Diary
import Journal
import Synchronization
import Terminal
import Views

/// What is read in the background.
enum BackgroundRequest: Hashable, Sendable {
  case activity
  case day(Day)
  /// The commits of these days.
  case commits(first: Day, last: Day)
  case search(String, Int)

  fileprivate var isSearch: Bool { if case .search = self { true } else { false } }
}

/// Reads clones and runs searches in the background, because both may take long. Searches do not
/// wait for clones, and a newer request replaces one that has not begun.
final class BackgroundReader: Sendable {
  typealias Request = BackgroundRequest

  private struct State {
    var results: [BrowseResult] = []
    var waiting: [Request] = []
    /// What is being read, of the searches and of the rest.
    var current: [Bool: Request] = [:]
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
      if state.isStopped || state.current[request.isSearch] == request { return false }
      state.waiting.removeAll { Self.replaces(request, $0) }
      state.waiting.append(request)
      guard state.current[request.isSearch] == nil else { return false }
      state.current[request.isSearch] = state.waiting.removeLast()
      return true
    }
    if starts { Task.detached { await self.work(request) } }
  }

  /// Whether a search or anything but a search is running.
  var isBusy: Bool { state.withLock { !$0.current.isEmpty } }

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
    case (.day, .day), (.search, .search), (.commits, .commits), (.activity, .activity): true
    default: false
    }
  }

  private func work(_ first: Request) async {
    var next: Request? = first
    while let request = next {
      let result = await result(of: request)
      next = state.withLock { state in
        state.results.append(result)
        let isSearch = request.isSearch
        let index = state.waiting.firstIndex { $0.isSearch == isSearch }
        let next = state.isStopped ? nil : index.map { state.waiting.remove(at: $0) }
        state.current[isSearch] = next
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
      let query = SearchQuery([text])
      return .found(
        SearchResults(
          notes: try await journal.search(query, NoteFilter(limit: Self.resultLimit)),
          entries: try await journal.search(query, EntryFilter(limit: Self.resultLimit)),
          toDos: try await journal.search(query, ToDoFilter(limit: Self.resultLimit))), number)
    case .activity:
      return .activity(try await local(app).activity(in: app))
    case .day(let day):
      let records = try await app.days.records(of: [day...day], among: local(app), in: journal)
      return .day(records.first ?? DayRecord(day: day))
    case .commits(let first, let last):
      return .commits(
        try await app.days.records(of: [first...last], among: local(app), in: journal))
    }
  }

  private static let resultLimit = 200

  /// The commits of clones, read again after a minute.
  private func local(_ app: App) async throws -> LocalCommits {
    if let local = state.withLock({ $0.local }), local.readAt.duration(to: .now) < .seconds(60) {
      return local.commits
    }
    let commits = try await app.days.localCommits(in: app.journal(for: .reading))
    state.withLock { $0.local = (commits, .now) }
    return commits
  }
}
