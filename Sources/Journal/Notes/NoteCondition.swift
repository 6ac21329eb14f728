import Diary
import SQLite

/// The SQL condition of a `NoteFilter`. Every value is bound; user input never becomes SQL.
struct NoteCondition {
  private var terms: [String] = []
  private(set) var values: [any ColumnValue] = []
  let order: String

  /// - Parameter repositories: the rows of the repository that the filter names; `nil` for all
  ///   repositories.
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
    // Notes are sorted by their creation time, which matches the order of days only roughly. The
    // unary `+` keeps SQLite from using the index on days and sorting the result.
    if let since = filter.since {
      terms.append("note.created_at >= \(place(since.earliestSecond))")
      terms.append("+note.day >= \(place(since))")
    }
    if let until = filter.until {
      terms.append("note.created_at < \(place(until.secondAfter))")
      terms.append("+note.day <= \(place(until))")
    }
    for tag in filter.tags {
      let key = place(TagKey.of(tag))
      terms.append("note.number IN (SELECT record FROM record_tag WHERE key = \(key))")
    }
  }

  private var places: Int

  var sql: String { terms.joined(separator: " AND ") }

  private mutating func place(_ value: any ColumnValue) -> String {
    values.append(value)
    defer { places += 1 }
    return "?\(places)"
  }

  /// Matches the commit itself, and the commits that were rewritten to it.
  private mutating func add(_ commit: NoteFilter.CommitMatch) {
    let sha = commit.sha.lowercased()
    // `g` is the character after `f` and ends the range of SHAs with this prefix.
    let (first, last) = (place(sha), place(sha + "g"))
    guard !commit.earlier.isEmpty else {
      terms.append("note.sha >= \(first) AND note.sha < \(last)")
      return
    }
    // The two parts are combined by UNION, because SQLite reads every note for a condition with OR.
    let list = commit.earlier.map { place($0) }.joined(separator: ", ")
    terms.append(
      """
      note.number IN (
        SELECT number FROM record WHERE kind = 1 AND sha >= \(first) AND sha < \(last)
        UNION SELECT number FROM record WHERE kind = 1 AND sha IN (\(list)))
      """)
  }
}
