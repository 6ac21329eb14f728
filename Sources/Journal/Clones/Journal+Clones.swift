public import Diary
import SQLite

extension Journal {
  /// The maximum number of saved histories. Histories that were dropped are read from the clone
  /// again.
  static let cloneHistoryLimit = 2_000

  /// The histories of an author's commits in these clones, in a format that is private to the module
  /// that reads clones.
  public func histories(
    of clones: Set<String>, by writer: String
  ) throws(JournalError) -> [String: [UInt8]] {
    var histories: [String: [UInt8]] = [:]
    try database.forEach("SELECT clone, history FROM clone_history WHERE writer = ?1", [writer]) {
      row in
      let clone: String = row["clone"]
      if clones.contains(clone) { histories[clone] = row["history"] }
    }
    return histories
  }

  /// Replaces the saved histories in one transaction and drops the least recently read ones.
  public func save(
    histories: [String: [UInt8]], by writer: String, readAt instant: Instant
  ) throws(JournalError) {
    guard !histories.isEmpty else { return }
    try write { () throws(JournalError) in
      for (clone, bytes) in histories {
        try database.insert(
          ["clone": clone, "writer": writer, "read_at": instant, "history": bytes],
          into: "clone_history", ifThere: .update(["clone", "writer"]))
      }
      try database.run(
        """
        DELETE FROM clone_history WHERE (clone, writer) IN (
          SELECT clone, writer FROM clone_history
          ORDER BY read_at DESC, clone, writer LIMIT -1 OFFSET ?1)
        """, [Self.cloneHistoryLimit])
    }
  }
}

extension Journal {
  /// The maximum number of saved commits of clones.
  static let cloneCommitLimit = 20_000

  /// The saved commits with these names, which are the first eight bytes of their ids.
  public func cloneCommits(
    named names: some Collection<UInt64> & Sendable
  ) throws(JournalError) -> [UInt64: Commit] {
    var commits: [UInt64: Commit] = [:]
    for name in names {
      commits[name] = try database.first(
        "SELECT \(Commit.columns) FROM clone_commit WHERE name = ?1", [Int64(bitPattern: name)]
      ) { Commit($0) }
    }
    return commits
  }

  /// Saves commits, which never change. If there are too many, all older ones are dropped.
  public func save(cloneCommits commits: [UInt64: Commit]) throws(JournalError) {
    try write { () throws(JournalError) in
      let count = try database.value("SELECT count(*) FROM clone_commit") ?? 0
      if count > Self.cloneCommitLimit { try database.execute("DELETE FROM clone_commit") }
      for (name, commit) in commits {
        try database.run(
          """
          INSERT OR REPLACE INTO clone_commit
            (name, sha, subject, author, authored_at, authored_offset)
          VALUES (?1, ?2, ?3, ?4, ?5, ?6)
          """,
          [
            Int64(bitPattern: name), commit.sha, commit.subject, commit.author, commit.date.instant,
            commit.date.offset,
          ])
      }
    }
  }
}

/// A clone in which the program has run.
public struct UsedClone: Hashable, Sendable {
  /// The directory that all working trees of the clone share.
  public var clone: String
  public var root: String
  /// The day on which the program last ran in it.
  public var usedOn: Day

  public init(clone: String, root: String, usedOn: Day) {
    self.clone = clone
    self.root = root
    self.usedOn = usedOn
  }
}

/// A search for clones in a folder.
public struct SavedCloneSearch: Hashable, Sendable {
  public var path: String
  /// The clones and the states of the folders, in formats that are private to the module that
  /// searches.
  public var clones: [UInt8]
  public var folders: [UInt8]

  public init(path: String, clones: [UInt8], folders: [UInt8]) {
    self.path = path
    self.clones = clones
    self.folders = folders
  }
}

extension Journal {
  /// The maximum number of remembered clones.
  static let usedCloneLimit = 1_000

  // MARK: Clones in which the program has run

  public func usedClones() throws(JournalError) -> [UsedClone] {
    try database.rows("SELECT clone, root, used_on FROM clone_used ORDER BY id") { row in
      UsedClone(clone: row["clone"], root: row["root"], usedOn: row["used_on"])
    }
  }

  /// Remembers a clone, and forgets those that were used least recently.
  public func remember(_ used: UsedClone) throws(JournalError) {
    try write { () throws(JournalError) in
      try database.insert(
        ["clone": used.clone, "root": used.root, "used_on": used.usedOn], into: "clone_used",
        ifThere: .update(["clone"]))
      try database.run(
        """
        DELETE FROM clone_used WHERE id IN (
          SELECT id FROM clone_used ORDER BY used_on DESC, id DESC LIMIT -1 OFFSET ?1)
        """, [Self.usedCloneLimit])
    }
  }

  // MARK: Searches

  /// The clones that the last search of a folder has found; `nil` before the first one.
  public func searchedClones(in path: String) throws(JournalError) -> [UInt8]? {
    try database.value("SELECT clones FROM clone_search WHERE path = ?1", [path])
  }

  public func searchedFolders(in path: String) throws(JournalError) -> [UInt8]? {
    try database.value("SELECT folders FROM clone_search WHERE path = ?1", [path])
  }

  /// Replaces the saved searches, and drops those of all other folders.
  ///
  /// - Parameter paths: the folders of the setting.
  public func save(
    _ searches: [SavedCloneSearch], of paths: [String]
  ) throws(JournalError) {
    try write { () throws(JournalError) in
      for search in searches {
        try database.insert(
          ["path": search.path, "clones": search.clones, "folders": search.folders],
          into: "clone_search", ifThere: .update(["path"]))
      }
      let kept: [String] = try database.values("SELECT path FROM clone_search")
      for path in kept where !paths.contains(path) {
        try database.run("DELETE FROM clone_search WHERE path = ?1", [path])
      }
    }
  }

  // MARK: Problems

  /// The problems that the user was told about, by path.
  public func cloneProblems() throws(JournalError) -> [String: String] {
    var problems: [String: String] = [:]
    try database.forEach("SELECT path, problem FROM clone_problem") {
      problems[$0["path"]] = $0["problem"]
    }
    return problems
  }

  /// Replaces all problems.
  public func save(cloneProblems problems: [String: String]) throws(JournalError) {
    try write { () throws(JournalError) in
      try database.execute("DELETE FROM clone_problem")
      for (path, problem) in problems {
        try database.insert(["path": path, "problem": problem], into: "clone_problem")
      }
    }
  }
}
