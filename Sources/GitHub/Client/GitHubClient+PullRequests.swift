public import Diary
import JSON
import Platform

extension GitHubClient {
  /// The maximum number of pull requests in one query.
  public static var pullRequestsPerQuery: Int { 20 }

  /// Those of these pull requests of a repository that are no longer open, each with its commits if
  /// it was merged. A number without a pull request is that of an issue, or of another repository.
  public func pullRequests(
    _ numbers: [Int], of owner: String, _ name: String
  ) async throws(GitHubError) -> [Int: MergedPullRequest?] {
    let reading = PullRequestReading(client: self, owner: owner, name: name)
    let answer = try await reading.ask(numbers.map { ($0, nil) })
    var found: [Int: MergedPullRequest?] = [:]
    for number in numbers {
      switch try await reading.pullRequest(number, in: answer) {
      case .open: continue
      case .notMerged: found[number] = .some(nil)
      case .merged(let request): found[number] = request
      }
    }
    return found
  }
}

/// Reads pull requests with the pages of their commits.
private struct PullRequestReading {
  let client: GitHubClient
  let owner: String
  let name: String

  enum Result {
    case open
    case notMerged
    case merged(MergedPullRequest)
  }

  /// GitHub lists at most 250 commits of a pull request.
  private static let maximumPages = 3

  func ask(_ pages: [(number: Int, cursor: String?)]) async throws(GitHubError) -> GraphQLResponse {
    var definitions = ["$owner: String!", "$name: String!"]
    var variables: [JSONValue.Member] = [
      .init("owner", .string(owner)), .init("name", .string(name)),
    ]
    var fields: [String] = []
    for (number, cursor) in pages {
      definitions.append("$after\(number): String")
      variables.append(.init("after\(number)", JSONValue(cursor)))
      fields.append(
        """
        p\(number): pullRequest(number: \(number)) { state mergeCommit { oid } \
        commits(first: 100, after: $after\(number)) { pageInfo { hasNextPage endCursor } \
        nodes { commit { oid authoredDate author { name } } } } }
        """)
    }
    return try await client.query(
      """
      query(\(definitions.joined(separator: ", "))) { \
      repository(owner: $owner, name: $name) { id \(fields.joined(separator: " ")) } }
      """, .object(variables))
  }

  func pullRequest(
    _ number: Int, in answer: GraphQLResponse
  ) async throws(GitHubError) -> Result {
    let key = "p\(number)"
    guard let json = answer.data["repository"]?[key], json.object != nil else {
      let error = answer.errors.first { $0.path.last == key }
      // Other errors may be gone the next time.
      return error?.type == "NOT_FOUND" ? .notMerged : .open
    }
    guard let state = json["state"]?.string else { throw .unexpected(detail: "pullRequest") }
    guard state == "MERGED", let sha = json["mergeCommit"]?["oid"]?.string.flatMap(HostedCommit.sha)
    else { return state == "OPEN" ? .open : .notMerged }
    var request = MergedPullRequest(number: number, sha: sha, parts: [])
    var page = json
    for _ in 0..<Self.maximumPages {
      guard let commits = page["commits"], let nodes = commits["nodes"]?.array else {
        throw .unexpected(detail: "commits")
      }
      request.parts += nodes.compactMap { MergedPullRequest.Part($0["commit"] ?? .null) }
      guard commits["pageInfo"]?["hasNextPage"]?.bool == true,
        let cursor = commits["pageInfo"]?["endCursor"]?.nonEmptyString
      else { break }
      guard let next = try await ask([(number, cursor)]).data["repository"]?[key] else { break }
      page = next
    }
    return .merged(request)
  }
}

extension MergedPullRequest.Part {
  fileprivate init?(_ json: JSONValue) {
    guard let sha = json["oid"]?.string.flatMap(HostedCommit.sha),
      let date = json["authoredDate"]?.string.flatMap({ Instant(rfc3339: $0) })
    else { return nil }
    self.init(
      sha: sha, author: json["author"]?["name"]?.string ?? "",
      authoredAt: date.secondsSince1970)
  }
}
