public import Diary
import HTTP
import JSON
import Platform

/// Which commits of a repository: without conditions, all of its default branch, newest first.
public struct CommitCondition: Hashable, Sendable {
  /// A branch, a tag or a commit that they lead to.
  public var revision: String?
  /// A login or an address of mail.
  public var author: String?
  /// By the committer's date, which is what GitHub looks at here.
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
  /// The first page of commits. It is at the same address every time as long as the condition has
  /// no date in it, and can be asked for with a tag then.
  public func commits(
    of repository: RepositoryAddress, _ condition: CommitCondition = CommitCondition()
  ) -> PageAddress<HostedCommit> {
    PageAddress("\(host.apiURL)/\(repository.path)/commits?\(condition.query)")
  }

  /// The commit that a branch, a tag or the beginning of an id means.
  public func commit(
    _ revision: String, of repository: RepositoryAddress, etag: String? = nil
  ) async throws(GitHubError) -> FetchResult<HostedCommit> {
    // The files of the commit come in pages of this size, and nobody reads them here.
    // Names of branches have slashes in them, which stay.
    let steps = revision.split(separator: "/", omittingEmptySubsequences: false)
    guard !steps.contains("") else { throw .unknownRevision(revision) }
    let path = steps.map { Percent.step(String($0)) }.joined(separator: "/")
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
