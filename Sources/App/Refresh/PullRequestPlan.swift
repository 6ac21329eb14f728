import Diary
import Git
import GitHub
import Journal
import Platform

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
