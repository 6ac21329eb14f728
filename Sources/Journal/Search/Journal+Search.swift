import Diary
import SQLite

extension Journal {
  /// The notes that contain all words of `query`, the best matches first.
  ///
  /// Only the newest matches are ranked; older ones follow by time.
  public func search(
    _ query: SearchQuery, _ filter: NoteFilter
  ) throws(JournalError) -> [FoundNote] {
    guard !query.isEmpty else { return [] }
    var search = TextSearch(index: .notes, query: query, isDeleted: filter.isDeleted)
    let repositories = try rows(matching: filter)
    if filter.order != nil {
      let condition = NoteCondition(filter, repositories: repositories, firstPlace: 2)
      let select = "SELECT note.number FROM \(Note.source) WHERE \(condition.sql)"
      let numbers = try numbers(
        "\(select) AND note.number", of: search, condition.values, order: condition.order,
        limit: filter.limit)
      return try found(
        records(texts(numbers, of: search, limit: filter.limit), Note.query, Note.init))
    }
    if !filter.isWordsOnly {
      let condition = NoteCondition(
        filter, repositories: repositories, firstPlace: TextSearch.Filter.firstPlace)
      search.filter = try TextSearch.Filter(
        "note", number: "note.number", condition: condition.sql, values: condition.values,
        in: database)
    }
    return try found(
      records(best(of: search, limit: filter.limit), Note.query, Note.init))
  }

  // MARK: Searches of all kinds

  /// The records with these numbers, in order. Those that were purged in the meantime are left out.
  func records<Item>(
    _ numbers: some Sequence<Int64>, _ query: String, _ read: (borrowing Statement) -> Item
  ) throws(JournalError) -> [Item] {
    var records: [Item] = []
    for number in numbers {
      if let record = try database.first(query, [number], read) { records.append(record) }
    }
    return records
  }

  /// The numbers of the texts that `search` finds, the best matches first.
  func best(of search: TextSearch, limit: Int?) throws(JournalError) -> [Int64] {
    // In one transaction, SQLite locks the file once and not for each text.
    try database.snapshot { () throws(JournalError) in
      try bestInSnapshot(of: search, limit: limit ?? .max)
    }
  }

  private func bestInSnapshot(
    of search: TextSearch, limit: Int
  ) throws(JournalError) -> [Int64] {
    let window = TextSearch.window
    let recent = try search.newest(window, in: database)
    let rarities = try search.rarities(in: database)
    // More texts are read than returned, because the ranking needs the full texts.
    let sample = min(limit, window) + TextSearch.sample
    let ranked =
      recent.count <= sample && recent.count < window
      ? recent
      : try search.ranked(recent, by: rarities, in: database)
    var found: [Int64] = []
    for batch in ranked.batches(of: sample) where found.count < limit {
      var hits: [SearchHit] = []
      var budget = TextSearch.budget
      // The texts of a batch may be long, so only a few are read at a time until there are enough.
      for part in batch.batches(of: 20) where budget > 0 || found.count + hits.count < limit {
        for candidate in try records(part, SearchCandidate.query, SearchCandidate.init) {
          budget -= candidate.bytes
          if let hit = SearchHit(candidate, for: search.query) { hits.append(hit) }
        }
      }
      found += SearchHit.ranked(hits, by: rarities)
    }
    // Some older texts may have been found already by their headings.
    let known = Set(ranked)
    var last = recent.count < window ? nil : recent.last
    while let end = last, found.count < limit {
      let older = try search.newest(window, below: end, in: database)
      found += try texts(
        older.filter { !known.contains($0) }, of: search, limit: limit - found.count)
      last = older.last
    }
    return Array(found.prefix(limit))
  }

  /// The numbers of the texts that `search` finds, in another order than by rank.
  ///
  /// - Parameter select: a statement up to the name of the number column; its values begin with
  ///   `?2`.
  func numbers(
    _ select: String, of search: TextSearch, _ values: [any ColumnValue], order: String, limit: Int?
  ) throws(JournalError) -> [Int64] {
    let table = search.index.table
    // If the texts have to be checked, more numbers may be needed than results.
    let limit = search.query.needsTexts ? -1 : limit ?? -1
    return try database.values(
      """
      \(select) IN (SELECT abs(rowid) FROM \(table)
        WHERE \(table) MATCH ?1 AND rowid \(search.isDeleted ? "<" : ">") 0)
      ORDER BY \(order) LIMIT \(limit)
      """, [search.query.expression] + values)
  }

  /// At most `limit` of these numbers, in order. If the query needs a check of the full texts, those
  /// that do not match are left out.
  func texts(
    _ numbers: [Int64], of search: TextSearch, limit: Int?
  ) throws(JournalError) -> [Int64] {
    let limit = limit ?? .max
    guard search.query.needsTexts else { return Array(numbers.prefix(limit)) }
    var found: [Int64] = []
    for batch in numbers.batches(of: TextSearch.sample) where found.count < limit {
      for candidate in try records(batch, SearchCandidate.query, SearchCandidate.init)
      where SearchHit(candidate, for: search.query) != nil {
        found.append(candidate.number)
      }
    }
    return Array(found.prefix(limit))
  }
}

extension RandomAccessCollection where Index == Int {
  /// The elements in order, in batches of at most `size`.
  fileprivate func batches(of size: Int) -> [SubSequence] {
    stride(from: startIndex, to: endIndex, by: size).map { start in
      self[start..<Swift.min(start + size, endIndex)]
    }
  }
}
