public import Diary
import HTTP
import JSON
import Platform

/// Selects commits of a repository; by default, all commits of the default branch, newest first.
public struct CommitCondition: Hashable, Sendable {
  /// A branch, a tag or a commit. Its ancestors are listed too.
  public var revision: String?
  /// A login or an email address.
  public var author: String?
  /// By committer date, which is what GitHub compares.
  public var since: Instant?
  public var until: Instant?
  public var pageSize: Int

  public init(
    revision: String? = nil, author: String? = nil, since: Instant? = nil, until: Instant? = nil,
    pageSize: Int = 100
  ) {
    self.revision = revision
    self.author = author
    self.since = since
    self.until = until
    self.pageSize = pageSize
  }

  var query: String {
    let fields: [(name: String, value: String?)] = [
      ("sha", revision), ("author", author), ("since", since?.description),
      ("until", until?.description), ("per_page", String(min(max(pageSize, 1), 100))),
    ]
    return fields.compactMap { field in
      field.value.map { "\(field.name)=\(Percent.encode($0))" }
    }.joined(separator: "&")
  }
}

extension GitHubClient {
  /// The first page of commits. Its address is always the same if the condition has no dates, and
  /// can then be requested with a tag.
  public func commits(
    of repository: RepositoryAddress, _ condition: CommitCondition = CommitCondition()
  ) -> PageAddress<HostedCommit> {
    PageAddress("\(host.apiURL)/\(repository.path)/commits?\(condition.query)")
  }

  /// The commit of a branch, a tag or an abbreviated id.
  public func commit(
    _ revision: String, of repository: RepositoryAddress, etag: String? = nil
  ) async throws(GitHubError) -> FetchResult<HostedCommit> {
    // The changed files of the commit are not needed, so their page size is 1. Slashes in the names
    // of branches are kept.
    let steps = revision.split(separator: "/", omittingEmptySubsequences: false)
    guard !steps.contains("") else { throw .unknownRevision(revision) }
    let path = steps.map { Percent.encodeSegment(String($0)) }.joined(separator: "/")
    let url = "\(host.apiURL)/\(repository.path)/commits/\(path)?per_page=1"
    do {
      return try await fetch(GitHubRequest(url, etag: etag)) { json, _ throws(GitHubError) in
        guard let commit = HostedCommit(json: json, on: host) else {
          throw .unexpected(detail: json.serverMessage ?? "commit")
        }
        return commit
      }
    } catch {
      guard case .rejected(status: 422, _) = error else { throw error }
      throw .unknownRevision(revision)
    }
  }
}
