import Diary
import SQLite

/// A filter in the language of SQL. Every value is bound; nothing that was typed becomes SQL.
struct NoteCondition {
  private var terms: [String] = []
  private(set) var values: [Value] = []
  let order: String

  /// - Parameter repositories: the rows of the repository that the filter names; `nil` for all.
  init(_ filter: NoteFilter, repositories: [Int64]?, firstPlace: Int = 1) {
    order =
      switch filter.order {
      case nil, .newest: "note.created_at DESC, note.number DESC"
      case .oldest: "note.created_at, note.number"
      case .repo: "repository.key, note.created_at DESC, note.number DESC"
      case .title: "note.title COLLATE NOCASE, note.created_at DESC, note.number DESC"
      }
    places = firstPlace
    terms.append(filter.isDeleted ? "note.deleted_at IS NOT NULL" : "note.deleted_at IS NULL")
    if let repositories {
      let list = repositories.map(String.init).joined(separator: ", ")
      terms.append("note.repository IN (\(list))")
    }
    if let commit = filter.commit { add(commit) }
    // Notes are read in the order of their instants, which days follow only roughly. The sign keeps
    // SQLite from going by the days and sorting them.
    if let since = filter.since {
      terms.append("note.created_at >= \(place(.integer(since.earliestSecond)))")
      terms.append("+note.day >= \(place(.integer(Int64(since.number))))")
    }
    if let until = filter.until {
      terms.append("note.created_at < \(place(.integer(until.secondAfter)))")
      terms.append("+note.day <= \(place(.integer(Int64(until.number))))")
    }
    for tag in filter.tags {
      let keys = TagKey.all(of: tag).map { place(.text($0)) }.joined(separator: ", ")
      terms.append("note.number IN (SELECT record FROM record_tag WHERE key IN (\(keys)))")
    }
  }

  private var places: Int

  var sql: String { terms.joined(separator: " AND ") }

  private mutating func place(_ value: Value) -> String {
    values.append(value)
    defer { places += 1 }
    return "?\(places)"
  }

  /// The commit itself, or one that a rebase made of it.
  private mutating func add(_ commit: NoteFilter.CommitMatch) {
    let sha = commit.sha.lowercased()
    // The letter behind `f` ends the range of ids that begin so. Each part is asked of its index:
    // for one condition with OR SQLite reads every note.
    var found = """
      SELECT number FROM record WHERE kind = 1 AND sha >= \(place(.text(sha)))
        AND sha < \(place(.text(sha + "g")))
      """
    if let patch = commit.patchID {
      found += " UNION SELECT number FROM record WHERE kind = 1 AND patch = \(place(.text(patch)))"
    }
    terms.append("note.number IN (\(found))")
  }
}
