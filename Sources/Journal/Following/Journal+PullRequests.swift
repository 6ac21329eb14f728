public import Diary
import SQLite

extension Journal {
  /// The clones of repositories with notes, as of the last look in each.
  public func followedClones() throws(JournalError) -> [(repository: Repository, root: String)] {
    try mapErrors { () throws(SQLiteError) in
      try connection.rows(
        """
        SELECT repository.name, followed_clone.root FROM followed_clone
        JOIN repository ON repository.id = followed_clone.repository
        WHERE followed_clone.root <> '' ORDER BY followed_clone.looked_at DESC
        """
      ) { (Repository(name: $0.text(0)), $0.text(1)) }
    }
  }

  /// The numbers of the pull requests of a repository that are known.
  public func pullRequestNumbers(of repository: Repository) throws(JournalError) -> Set<Int> {
    try mapErrors { () throws(SQLiteError) in
      Set(
        try connection.rows(
          """
          SELECT pull_request.number FROM pull_request
          JOIN repository ON repository.id = pull_request.repository WHERE repository.key = ?1
          """, [.text(repository.key)]
        ) { $0.int(0) })
    }
  }

  /// Saves pull requests with their commits; `nil` for one that was not merged. The clones of the
  /// repository are looked at again.
  public func keep(
    _ requests: [Int: MergedPullRequest?], of repository: Repository
  ) throws(JournalError) {
    guard !requests.isEmpty else { return }
    try write { () throws(JournalError) in
      try mapErrors { () throws(SQLiteError) in
        let row = try connection.first(
          "SELECT id FROM repository WHERE key = ?1", .text(repository.key)
        ) { $0.integer(0) }
        // The notes may have been removed in the meantime.
        guard let row else { return }
        for (number, request) in requests.sorted(by: { $0.key < $1.key }) {
          try keep(request, number, in: row)
        }
        try connection.run(
          "UPDATE followed_clone SET stamp = NULL WHERE repository = ?1", .integer(row))
      }
    }
  }

  private func keep(
    _ request: MergedPullRequest?, _ number: Int, in repository: Int64
  ) throws(SQLiteError) {
    try connection.run(
      "DELETE FROM pull_request WHERE repository = ?1 AND number = ?2", .integer(repository),
      .integer(Int64(number)))
    try connection.run(
      "INSERT INTO pull_request (repository, number, sha) VALUES (?1, ?2, ?3)",
      .integer(repository), .integer(Int64(number)), Value(request?.sha))
    let id = Value.integer(connection.lastInsertedRow)
    for (place, part) in (request?.parts ?? []).enumerated() {
      try connection.run(
        """
        INSERT INTO pull_request_commit (pull_request, place, sha, author, authored_at)
        VALUES (?1, ?2, ?3, ?4, ?5)
        """, id, .integer(Int64(place)), .text(part.sha), .text(part.author),
        .integer(part.authoredAt))
    }
  }

  /// The merged pull requests of a repository that are known.
  public func mergedPullRequests(of key: RepositoryKey) throws(JournalError) -> [MergedPullRequest]
  {
    let rows = try rows(of: key.repository, root: key.root, previousName: key.previousName)
    let list = rows.map(String.init).joined(separator: ", ")
    return try mapErrors { () throws(SQLiteError) in
      var found: [MergedPullRequest] = []
      let parts = try connection.rows(
        """
        SELECT pull_request.number, pull_request.sha, part.sha, part.author, part.authored_at
        FROM pull_request JOIN pull_request_commit AS part ON part.pull_request = pull_request.id
        WHERE pull_request.repository IN (\(list)) AND pull_request.sha IS NOT NULL
        ORDER BY pull_request.id, part.place
        """
      ) { row in
        (
          row.int(0), row.text(1),
          MergedPullRequest.Part(
            sha: row.text(2), author: row.text(3), authoredAt: row.integer(4))
        )
      }
      for (number, sha, part) in parts {
        if found.last?.number != number || found.last?.sha != sha {
          found.append(MergedPullRequest(number: number, sha: sha, parts: []))
        }
        found[found.count - 1].parts.append(part)
      }
      return found
    }
  }

  /// The commits with notes in a repository that no clone has in a squash, each with its date and
  /// with the commits that continue it.
  public func commitsOutsideSquashes(
    of repository: Repository, in clone: String
  ) throws(JournalError) -> [(names: [String], date: Int64)] {
    let known = try followedCommits(
      of: RepositoryKey(repository, root: nil, previousName: nil), in: clone)
    return known.places.compactMap { sha, places in
      if places.contains(where: { $0.evidence == .squash && $0.role != .candidate }) { return nil }
      guard let facts = known.facts[sha] else { return nil }
      let names = [sha] + places.filter { $0.role != .last }.map(\.sha)
      return (Array(Set(names)), facts.committedAt ?? facts.authoredAt)
    }
  }
}
