public import Diary
import SQLite
import Sync

/// What was written while a branch was checked out, the newest first.
public struct BranchTexts: Sendable {
  public var notes: [FoundNote] = []
  /// Those that are open.
  public var toDos: [FoundToDo] = []
  /// The lines of entries that were written then and are still there.
  public var lines: [DiaryLine] = []

  public init() {}
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
  ///   - names: the names that the repository has or had.
  ///   - limit: the most of each kind.
  public func texts(
    writtenOn branch: String, of names: [String], limit: Int
  ) throws(JournalError) -> BranchTexts {
    var texts = BranchTexts()
    let names = Set(names).sorted()
    let isThere = """
      branch = ?1 AND written_in IN (\(names.indices.map { "?\($0 + 2)" }.joined(separator: ", ")))
      """
    func rows<Row>(
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
        """, [branch] + names, read)
    }
    texts.notes = try found(
      rows(.note, "true", "created_at", { $0["number"] as Int64 })
        .map { number throws(JournalError) in try note(number) })
    texts.toDos = try found(
      rows(.toDo, "done_at IS NULL", "created_at", { Identifier(stored: $0["id"]) })
        .map { id throws(JournalError) in try toDo(id) })
    for (number, day) in try rows(
      .entry, "true", "day", { ($0["number"] as Int64, $0["day"] as Day) })
    {
      let lines = try lines(ofEntry: number, writtenOn: branch, of: names)
      texts.lines += lines.map { DiaryLine(day: day, text: $0) }
    }
    texts.lines = Array(texts.lines.prefix(limit))
    return texts
  }

  /// The lines that versions of the branch have added, in the order of the text.
  private func lines(
    ofEntry number: Int64, writtenOn branch: String, of names: [String]
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
      let (repository, name): (String?, String?) = (row["written_in"], row["branch"])
      let lines = EntryText(title: row["title"], body: row["body"]).written
        .split(whereSeparator: \.isNewline).filter { !$0.isBlank }.map(String.init)
      newest = lines
      // A merge of several versions was not written as it is.
      guard id.count == VersionID.length else { return }
      versions[id] = Version(
        parents: (VersionID.list(parents) ?? []).map(\.bytes), lines: lines,
        isOfBranch: name == branch && repository.map(names.contains) ?? false)
    }
    var added: Set<String> = []
    for version in versions.values where version.isOfBranch {
      let known = Set(version.parents.flatMap { versions[$0]?.lines ?? [] })
      added.formUnion(version.lines.filter { !known.contains($0) })
    }
    return newest.filter(added.contains)
  }
}
