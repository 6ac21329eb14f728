import Context
import Diary
import Git
import GitHub
import Journal
import Platform

/// What a walk over the commits of a repository fetches this time.
struct FetchPlan: Hashable {
  /// The date at which the walk stops.
  let floor: Instant
  /// Whether the walk continues past the commits that are already known.
  let deepens: Bool
  /// The ETag of the first page; `nil` if the page has to be fetched in full.
  let etag: String?
  private let walk: CommitWalk

  /// - Parameters:
  ///   - floor: the date the user wants to go back to, if any.
  ///   - defaultStart: how far back the first walk goes.
  ///   - localTime: the time zone in which a day begins.
  init(_ walk: CommitWalk, floor: Instant?, defaultStart: Day, on localTime: LocalTime) {
    self.walk = walk
    let known = walk.floor ?? walk.pending?.floor
    let reached = known ?? localTime.instant(startOf: defaultStart)
    let target = floor.map { min($0, reached) } ?? reached
    self.floor = min(target, walk.pending?.floor ?? target)
    deepens = walk.floor.map { target < $0 } ?? false
    let resumes = walk.pending.map { $0.floor <= target } ?? false
    // An unchanged first page says nothing about older commits. The ETag is used only if those are
    // known, or if an unfinished walk can be resumed.
    etag = resumes || (walk.floor != nil && !deepens && walk.pending == nil) ? walk.etag : nil
  }

  /// Whether a request can return new commits. It cannot if nothing was pushed since the last walk,
  /// or if the last push is older than `floor`.
  func mayFindCommits(pushedAt: Instant?) -> Bool {
    guard let pushedAt else { return false }
    if walk.pending != nil || deepens { return true }
    return walk.floor == nil ? pushedAt >= floor : walk.pushedAt != pushedAt
  }
}

/// Which events of an account a refresh fetches.
struct EventPlan: Hashable {
  /// Items that have not changed since then are not fetched.
  let start: Instant
  /// What is known once all events have been fetched.
  let coverage: EventCoverage

  private static let day: Int64 = 86_400
  /// GitHub's search may be hours behind.
  private static let overlap = 2 * day

  /// - Parameters:
  ///   - known: what earlier refreshes have fetched.
  ///   - floor: how far back to go, if the user said so.
  init(_ known: EventCoverage?, floor: Instant?, now: Instant) {
    let yearAgo = Instant(secondsSince1970: now.secondsSince1970 - 365 * Self.day)
    let wanted = floor.map { Swift.max($0, Self.firstOnGitHub) }
    if let known, known.since <= wanted ?? known.since {
      start = Instant(
        secondsSince1970: Swift.min(known.fetchedAt, now).secondsSince1970 - Self.overlap)
      coverage = EventCoverage(fetchedAt: now, since: known.since)
    } else {
      start = Swift.min(wanted ?? yearAgo, known?.since ?? yearAgo)
      coverage = EventCoverage(fetchedAt: now, since: start)
    }
  }

  /// The first day of GitHub, in 2008. Its search refuses years that are too early.
  private static let firstOnGitHub = Instant(secondsSince1970: 13_879 * day)
}

extension CommitPage {
  /// The host reports the instant of a commit but not the author's time zone, so the local one is
  /// used.
  init(_ page: Page<HostedCommit>, on localTime: LocalTime) {
    let commits = page.elements.map { hosted in
      var hosted = hosted
      hosted.commit.date = localTime.moment(at: hosted.commit.date.instant)
      return hosted
    }
    self.init(commits: commits, next: page.next?.url)
  }
}

/// Chooses the pull requests whose commits are fetched: those that the subjects of commits in clones
/// name, if they could contain commits with notes that no squash is known for.
struct PullRequestPlan: Sendable {
  let app: App

  /// Pull requests of one repository, as many as one query asks for.
  struct Question: Hashable, Sendable {
    var repository: Repository
    var owner: String
    var name: String
    var numbers: [Int]
  }

  /// The maximum number of pull requests of one repository in one refresh. The next refresh asks for
  /// earlier ones.
  private static let limit = 60
  /// The maximum number of repositories.
  private static let repositoryLimit = 50

  /// - Parameter names: the repositories that were named; empty for all.
  func questions(on host: GitHubHost, _ names: [NamedRepository]) async -> [Question] {
    guard let journal = try? await app.journal(for: .reading),
      let clones = try? await journal.followedClones()
    else { return [] }
    var numbers: [Repository: Set<Int>] = [:]
    var order: [Repository] = []
    for (repository, root, _) in clones {
      guard names.isEmpty || names.contains(where: { $0.repository == repository }),
        numbers[repository] != nil || order.count < Self.repositoryLimit,
        (try? NamedRepository(repository, on: host)) != nil
      else { continue }
      if numbers[repository] == nil { order.append(repository) }
      let new = (try? await pullRequests(of: repository, in: root, journal)) ?? []
      numbers[repository, default: []].formUnion(new)
    }
    return order.flatMap { repository -> [Question] in
      guard let named = try? NamedRepository(repository, on: host) else { return [] }
      let wanted = Array((numbers[repository] ?? []).sorted(by: >).prefix(Self.limit))
      return stride(from: 0, to: wanted.count, by: GitHubClient.pullRequestsPerQuery).map { start in
        let end = min(start + GitHubClient.pullRequestsPerQuery, wanted.count)
        return Question(
          repository: repository, owner: named.owner, name: named.name,
          numbers: Array(wanted[start..<end]))
      }
    }
  }

  private func pullRequests(
    of repository: Repository, in root: String, _ journal: Journal
  ) async throws -> [Int] {
    guard File.isDirectory(root) else { return [] }
    let clone = try Clone.find(from: root, environment: app.environment)
    let commits = try await journal.commitsOutsideSquashes(
      of: repository, in: clone.commonDirectory)
    if commits.isEmpty { return [] }
    let known = try await journal.pullRequestNumbers(of: repository)
    return try clone.pullRequests(thatMayContain: commits).filter { !known.contains($0) }
  }
}
