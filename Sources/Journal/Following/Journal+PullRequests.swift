public import Diary
import JSON
import SQLite

extension Journal {
  /// The clones of repositories with notes, as of the last look in each.
  public func followedClones() throws(JournalError)
    -> [(repository: Repository, root: String, clone: String)]
  {
    try database.rows(
      """
      SELECT repository.name, followed_clone.root, followed_clone.clone FROM followed_clone
      JOIN repository ON repository.id = followed_clone.repository
      WHERE followed_clone.root <> '' ORDER BY followed_clone.looked_at DESC
      """
    ) { ($0["name"], $0["root"], $0["clone"]) }
  }

  /// The numbers of the pull requests of a repository that are known.
  public func pullRequestNumbers(of repository: Repository) throws(JournalError) -> Set<Int> {
    Set(
      try database.values(
        """
        SELECT pull_request.number FROM pull_request
        JOIN repository ON repository.id = pull_request.repository WHERE repository.key = ?1
        """, [repository.key]))
  }

  /// Saves pull requests with their commits; `nil` for one that was not merged. The clones of the
  /// repository are looked at again.
  public func save(
    _ requests: [Int: MergedPullRequest?], of repository: Repository
  ) throws(JournalError) {
    guard !requests.isEmpty else { return }
    try write { () throws(JournalError) in
      let row: Int64? = try database.value(
        "SELECT id FROM repository WHERE key = ?1", [repository.key])
      // The notes may have been removed in the meantime.
      guard let row else { return }
      for (number, request) in requests.sorted(by: { $0.key < $1.key }) {
        try save(request, number, in: row)
      }
      try database.run("UPDATE followed_clone SET stamp = NULL WHERE repository = ?1", [row])
    }
  }

  func save(
    _ request: MergedPullRequest?, _ number: Int, in repository: Int64
  ) throws(JournalError) {
    let commits = JSONValue.array((request?.parts ?? []).map(\.json))
    try database.insert(
      [
        "repository": repository, "number": number, "sha": request?.sha,
        "commits": commits.text(.compact),
      ], into: "pull_request", ifThere: .replace)
  }

  /// The merged pull requests of a repository that are known.
  public func mergedPullRequests(of key: RepositoryKey) throws(JournalError) -> [MergedPullRequest]
  {
    try database.rows(
      """
      SELECT number, sha, commits FROM pull_request
      WHERE repository IN \(try list(of: key)) AND sha IS NOT NULL ORDER BY repository, number
      """
    ) { row in
      let commits = try? JSONParser.parse(Array((row["commits"] as String).utf8)).array
      return MergedPullRequest(
        number: row["number"], sha: row["sha"], parts: Self.parts(commits ?? []) ?? [])
    }
    .filter { !$0.parts.isEmpty }
  }

  /// The commits of a pull request; `nil` if one has another form.
  static func parts(_ commits: [JSONValue]) -> [MergedPullRequest.Part]? {
    var parts: [MergedPullRequest.Part] = []
    for commit in commits {
      guard let sha = commit["sha"]?.nonEmptyString, let author = commit["author"]?.string,
        let authored = commit["authoredAt"]?.string.flatMap(Instant.init(rfc3339:))
      else { return nil }
      parts.append(.init(sha: sha, author: author, authoredAt: authored.secondsSince1970))
    }
    return parts
  }

  /// The commits with notes in a repository that no clone has in a squash, each with its date and
  /// with the commits that continue it.
  public func commitsOutsideSquashes(
    of repository: Repository, in clone: String
  ) throws(JournalError) -> [(names: [String], date: Int64)] {
    let known = try followedCommits(of: RepositoryKey(repository), in: clone)
    return known.places.compactMap { sha, places in
      if places.contains(where: { $0.evidence == .squash && $0.role != .candidate }) { return nil }
      guard let facts = known.facts[sha] else { return nil }
      let names = [sha] + places.filter { $0.role != .last }.map(\.sha)
      return (Array(Set(names)), facts.committedAt ?? facts.authoredAt)
    }
  }
}

extension MergedPullRequest.Part {
  fileprivate var json: JSONValue {
    [
      "sha": .string(sha), "author": .string(author),
      "authoredAt": .string("\(Instant(secondsSince1970: authoredAt))"),
    ]
  }
}
