public import Diary
import SQLite

extension Journal {
  /// The clones of repositories with notes, as of the last look in each.
  public func followedClones() throws(JournalError) -> [(repository: Repository, root: String)] {
    try database.rows(
      """
      SELECT repository.name, followed_clone.root FROM followed_clone
      JOIN repository ON repository.id = followed_clone.repository
      WHERE followed_clone.root <> '' ORDER BY followed_clone.looked_at DESC
      """
    ) { ($0["name"], $0["root"]) }
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
    try database.run(
      "DELETE FROM pull_request WHERE repository = ?1 AND number = ?2", [repository, number])
    try database.run(
      "INSERT INTO pull_request (repository, number, sha) VALUES (?1, ?2, ?3)",
      [repository, number, request?.sha])
    let id = database.lastInsertedRow
    for (place, part) in (request?.parts ?? []).enumerated() {
      try database.run(
        """
        INSERT INTO pull_request_commit (pull_request, place, sha, author, authored_at)
        VALUES (?1, ?2, ?3, ?4, ?5)
        """, [id, place, part.sha, part.author, part.authoredAt])
    }
  }

  /// The merged pull requests of a repository that are known.
  public func mergedPullRequests(of key: RepositoryKey) throws(JournalError) -> [MergedPullRequest]
  {
    let rows = try rows(of: key)
    let list = rows.map(String.init).joined(separator: ", ")
    var found: [MergedPullRequest] = []
    try database.forEach(
      """
      SELECT pull_request.number, pull_request.sha AS merged, part.sha, part.author,
        part.authored_at
      FROM pull_request JOIN pull_request_commit AS part ON part.pull_request = pull_request.id
      WHERE pull_request.repository IN (\(list)) AND pull_request.sha IS NOT NULL
      ORDER BY pull_request.id, part.place
      """
    ) { row in
      let (number, sha): (Int, String) = (row["number"], row["merged"])
      if found.last?.number != number || found.last?.sha != sha {
        found.append(MergedPullRequest(number: number, sha: sha, parts: []))
      }
      found[found.count - 1].parts.append(
        MergedPullRequest.Part(
          sha: row["sha"], author: row["author"], authoredAt: row["authored_at"]))
    }
    return found
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
