public import Diary
import HTTP
import JSON
import Platform

/// Identifies a repository. The number does not change when the repository is renamed or moved.
public enum RepositoryAddress: Hashable, Sendable {
  case named(owner: String, name: String)
  case numbered(Int)

  var path: String {
    switch self {
    case .named(let owner, let name):
      "repos/\(Percent.encodeSegment(owner))/\(Percent.encodeSegment(name))"
    case .numbered(let id): "repositories/\(id)"
    }
  }
}

extension GitHubClient {
  /// All repositories that the account has access to, the most recently pushed first.
  public var repositories: PageAddress<HostedRepository> {
    PageAddress(
      "\(host.apiURL)/user/repos?visibility=all"
        + "&affiliation=owner,collaborator,organization_member&sort=pushed&direction=desc"
        + "&per_page=\(PageSize.standard)")
  }

  /// One repository. If it was renamed or moved, the result has its new name.
  public func repository(
    _ address: RepositoryAddress, etag: String? = nil
  ) async throws(GitHubError) -> FetchResult<HostedRepository> {
    try await fetch(GitHubRequest("\(host.apiURL)/\(address.path)", etag: etag)) {
      json, _ throws(GitHubError) in
      guard let repository = HostedRepository(json: json, on: host) else {
        throw .unexpected(detail: json.serverMessage ?? "repository")
      }
      return repository
    }
  }
}
