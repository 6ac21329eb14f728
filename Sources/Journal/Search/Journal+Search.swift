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
    let repositories = try rows(matching: filter)
    func condition(_ place: Int) -> NoteCondition {
      NoteCondition(filter, repositories: repositories, firstPlace: place)
    }
    // Without the repositories, SQLite can read the numbers from an index alone.
    let texts = SearchedTexts(
      kind: .note, source: filter.order == .repo ? Note.source : nil,
      isDeleted: filter.isDeleted,
      isNarrow: !filter.isWordsOnly, isSorted: filter.order != nil, order: condition(1).order,
      limit: filter.limit
    ) { (condition($0).sql, condition($0).values) }
    return try found(records(numbers(of: query, among: texts), Note.query, Note.init))
  }

  /// The same for entries. Equal matches are sorted by date, newest first.
  public func search(
    _ query: SearchQuery, _ filter: EntryFilter
  ) throws(JournalError) -> [Entry] {
    let texts = SearchedTexts(
      kind: .entry, isDeleted: filter.isDeleted, isNarrow: !filter.isWordsOnly,
      isSorted: filter.order != nil, order: filter.ordering, limit: filter.limit
    ) { (filter.condition(firstPlace: $0), filter.values) }
    return try records(numbers(of: query, among: texts), Entry.query, Entry.init)
  }

  /// The same for to-dos, by the days of their lists.
  public func search(
    _ query: SearchQuery, _ filter: ToDoFilter
  ) throws(JournalError) -> [FoundToDo] {
    let texts = SearchedTexts(
      kind: .toDo, isDeleted: filter.isDeleted, isNarrow: !filter.isWordsOnly,
      isSorted: false, order: "todo.day DESC, todo.number DESC", limit: filter.limit
    ) { (filter.condition(firstPlace: $0), filter.values) }
    return try found(records(numbers(of: query, among: texts), ToDo.query, ToDo.init))
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
    of query: SearchQuery, among texts: SearchedTexts
  ) throws(JournalError) -> [Int64] {
    guard query.isList || !query.phrases.isEmpty else { return [] }
    var search = TextSearch(kind: texts.kind, query: query, isDeleted: texts.isDeleted)
    if query.isList || texts.isSorted { return try sorted(texts, of: search) }
    if texts.isNarrow {
      let condition = texts.condition(TextSearch.Filter.firstPlace)
      search.filter = try TextSearch.Filter(
        texts.kind.rows, number: "\(texts.kind.name).number", condition: condition.sql,
        values: condition.values, in: database)
    }
    return try best(of: search, limit: texts.limit)
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
  private func sorted(
    _ texts: SearchedTexts, of search: TextSearch
  ) throws(JournalError) -> [Int64] {
    let query = search.query
    let expressions = SearchExpressions(query: query, kind: texts.kind)
    let match =
      "(SELECT abs(rowid) FROM \(WordIndex.table) WHERE \(WordIndex.table) MATCH ?1)"
    let table = texts.kind.name
    let words: (term: String, expression: String?) =
      if !query.isList {
        ("\(table).number IN \(match)", expressions.all)
      } else if let exclusion = expressions.exclusion {
        ("\(table).number NOT IN \(match)", exclusion)
      } else { ("?1 IS NULL", nil) }
    let condition = texts.condition(2)
    // If the texts have to be checked, more numbers may be needed than results.
    let limit = query.needsTexts ? -1 : texts.limit ?? -1
    let numbers: [Int64] = try database.values(
      """
      SELECT \(table).number FROM \(texts.source ?? texts.kind.rows)
      WHERE \(condition.sql) AND \(words.term)
      ORDER BY \(texts.order) LIMIT \(limit)
      """, [words.expression] + condition.values)
    return try self.texts(numbers, of: search, limit: texts.limit)
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

/// A kind of texts, those of them that are searched, and their order.
private struct SearchedTexts {
  let kind: RecordKind
  /// What the condition and the order are about; `nil` for the records of the kind.
  var source: String?
  let isDeleted: Bool
  /// Whether the condition leaves out more than deleted texts.
  let isNarrow: Bool
  /// Whether an order was asked for. Otherwise `order` is only that of texts without a rank.
  let isSorted: Bool
  let order: String
  let limit: Int?
  /// The condition, with values from this place on.
  let condition: (_ firstPlace: Int) -> (sql: String, values: [any ColumnValue])
}

extension RandomAccessCollection where Index == Int {
  /// The elements in order, in batches of at most `size`.
  fileprivate func batches(of size: Int) -> [SubSequence] {
    stride(from: startIndex, to: endIndex, by: size).map { start in
      self[start..<Swift.min(start + size, endIndex)]
    }
  }
}
