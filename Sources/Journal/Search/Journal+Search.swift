public import Diary
import Records
import SQLite

extension Journal {
  /// The notes that a query finds, the best matches first; a query without words finds the newest
  /// first.
  ///
  /// Only the newest matches are ranked; older ones follow by time.
  public func search(
    _ query: SearchQuery, _ filter: NoteFilter
  ) throws(JournalError) -> [FoundNote] {
    try found(records(numbers(of: query, filter), Note.query, Note.init))
  }

  /// The same for entries. Equal matches are sorted by date, newest first.
  public func search(
    _ query: SearchQuery, _ filter: EntryFilter
  ) throws(JournalError) -> [Entry] {
    try records(numbers(of: query, filter), Entry.query, Entry.init)
  }

  /// The same for to-dos, by the days of their lists.
  public func search(
    _ query: SearchQuery, _ filter: ToDoFilter
  ) throws(JournalError) -> [FoundToDo] {
    try found(records(numbers(of: query, filter), ToDo.query, ToDo.init))
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

  private func numbers(
    of query: SearchQuery, _ filter: some RecordFilter
  ) throws(JournalError) -> [Int64] {
    guard query.isList || !query.phrases.isEmpty else { return [] }
    var search = TextSearch(kind: filter.kind, query: query, isDeleted: filter.isDeleted)
    if query.isList || filter.isSorted { return try sorted(filter, of: search) }
    if !filter.isWordsOnly {
      let condition = try condition(filter, firstPlace: TextSearch.Filter.firstPlace)
      search.filter = try TextSearch.Filter(condition, of: filter.kind, in: database)
    }
    // In one transaction, SQLite locks the file once and not for each text.
    return try database.snapshot { () throws(JournalError) in
      try best(of: search, limit: filter.limit ?? .max)
    }
  }

  /// The numbers of the texts that `search` finds, the best matches first.
  private func best(of search: TextSearch, limit: Int) throws(JournalError) -> [Int64] {
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
  private func sorted(
    _ filter: some RecordFilter, of search: TextSearch
  ) throws(JournalError) -> [Int64] {
    let query = search.query
    let expressions = SearchExpressions(query: query, kind: filter.kind)
    let match =
      "(SELECT abs(rowid) FROM \(WordIndex.table) WHERE \(WordIndex.table) MATCH ?1)"
    let table = filter.kind.name
    let words: (term: String, expression: String?) =
      if !query.isList {
        ("\(table).number IN \(match)", expressions.all)
      } else if let exclusion = expressions.exclusion {
        ("\(table).number NOT IN \(match)", exclusion)
      } else { ("?1 IS NULL", nil) }
    let condition = try condition(filter, firstPlace: 2)
    // If the texts have to be checked, more numbers may be needed than results.
    let limit = query.needsTexts ? -1 : filter.limit ?? -1
    let numbers: [Int64] = try database.values(
      """
      SELECT \(table).number FROM \(filter.source)
      WHERE \(condition.sql) AND \(words.term)
      ORDER BY \(filter.ordering) LIMIT \(limit)
      """, [words.expression] + condition.values)
    return try texts(numbers, of: search, limit: filter.limit ?? .max)
  }

  /// At most `limit` of these numbers, in order. If the query needs a check of the full texts, those
  /// that do not match are left out.
  private func texts(
    _ numbers: [Int64], of search: TextSearch, limit: Int
  ) throws(JournalError) -> [Int64] {
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
