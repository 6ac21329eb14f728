public import Diary
import Records
import SQLite
import Sync

/// What was written while a branch was checked out, the newest first.
public struct BranchTexts: Sendable {
  public var notes: [FoundNote] = []
  /// Those that are open.
  public var toDos: [FoundToDo] = []
  /// The lines of entries that were written then and are still there.
  public var lines: [DiaryLine] = []

  public var isEmpty: Bool { notes.isEmpty && toDos.isEmpty && lines.isEmpty }
}

/// A line of the entry of a day.
public struct DiaryLine: Hashable, Sendable {
  public var day: Day
  public var text: String

  public init(day: Day, text: String) {
    self.day = day
    self.text = text
  }
}

extension Journal {
  /// - Parameters:
  ///   - branches: the names that the branch has and had.
  ///   - limit: the most of each kind.
  public func texts(
    writtenOn branches: [String], of key: RepositoryKey, limit: Int
  ) throws(JournalError) -> BranchTexts {
    var texts = BranchTexts()
    let known: [String] = try database.values(
      "SELECT name FROM repository WHERE id IN \(try list(of: key))")
    let place = Place(
      repositories: Set(known + [key.repository.name] + [key.previousName].compactMap(\.self)),
      branches: Set(branches))
    let values = place.repositories.sorted() + place.branches.sorted()
    let count = place.repositories.count
    let isThere = """
      written_in IN (\(SQL.parameters(count)))
        AND branch IN (\(SQL.parameters(place.branches.count, from: count + 1)))
      """
    func matches<Row>(
      _ kind: RecordKind, _ condition: String, _ order: String,
      _ read: (borrowing Statement) -> Row
    ) throws(JournalError) -> [Row] {
      try database.rows(
        """
        SELECT number, id, day FROM record
        WHERE kind = \(kind.rawValue) AND deleted_at IS NULL AND \(condition) AND number IN (
          SELECT number FROM record WHERE \(isThere)
          UNION SELECT record FROM record_version WHERE \(isThere))
        ORDER BY \(order) DESC LIMIT \(limit)
        """, values, read)
    }
    texts.notes = try found(
      matches(.note, "true", "created_at", { $0["number"] as Int64 })
        .map { number throws(JournalError) in try note(number) })
    texts.toDos = try found(
      matches(.toDo, "done_at IS NULL", "created_at", { Identifier(stored: $0["id"]) })
        .map { id throws(JournalError) in try toDo(id) })
    for (number, day) in try matches(
      .entry, "true", "day", { ($0["number"] as Int64, $0["day"] as Day) })
    {
      let lines = try lines(ofEntry: number, writtenIn: place)
      texts.lines += lines.reversed().map { DiaryLine(day: day, text: $0) }
    }
    texts.lines = Array(texts.lines.prefix(limit))
    return texts
  }

  private struct Place {
    var repositories: Set<String>
    var branches: Set<String>
  }

  /// The lines that versions of the branch have added, in the order of the text.
  private func lines(
    ofEntry number: Int64, writtenIn place: Place
  ) throws(JournalError) -> [String] {
    struct Version {
      var parents: [[UInt8]]
      var lines: [String]
      var isOfBranch: Bool
    }
    let columns = "version_id, parents, written_in, branch, title, body"
    var newest: [String] = []
    var versions: [[UInt8]: Version] = [:]
    try database.forEach(
      """
      SELECT \(columns) FROM record_version WHERE record = ?1
      UNION ALL SELECT \(columns) FROM record WHERE number = ?1
      """, [number]
    ) { row in
      let (id, parents): ([UInt8], [UInt8]) = (row["version_id"], row["parents"])
      let (repository, branch): (String?, String?) = (row["written_in"], row["branch"])
      let lines = Text(title: row["title"], body: row["body"]).written
        .split(whereSeparator: \.isNewline).filter { !$0.isBlank }.map(String.init)
      newest = lines
      // A merge of several versions was not written as it is.
      guard id.count == VersionID.length else { return }
      versions[id] = Version(
        parents: (VersionID.list(parents) ?? []).map(\.bytes), lines: lines,
        isOfBranch: repository.map(place.repositories.contains) ?? false
          && branch.map(place.branches.contains) ?? false)
    }
    func counts(_ lines: [String]) -> [String: Int] {
      lines.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
    var seen: [[UInt8]: [String: Int]] = [:]
    /// How often each line stands in a version or in one before it, at the most.
    func most(_ ids: [[UInt8]]) -> [String: Int] {
      ids.reduce(into: [:]) { all, id in
        guard let version = versions[id] else { return }
        let known =
          seen[id] ?? most(version.parents).merging(counts(version.lines), uniquingKeysWith: max)
        seen[id] = known
        all.merge(known, uniquingKeysWith: max)
      }
    }
    var added: [String: Int] = [:]
    for version in versions.values where version.isOfBranch {
      let before = most(version.parents)
      for (line, count) in counts(version.lines) where count > before[line] ?? 0 {
        added[line, default: 0] += count - (before[line] ?? 0)
      }
    }
    return newest.filter { line in
      guard let count = added[line], count > 0 else { return false }
      added[line] = count - 1
      return true
    }
  }
}
