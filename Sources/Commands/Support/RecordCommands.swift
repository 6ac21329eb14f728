import App
import Context
import Journal
import Localization
import Records
import Synchronizing
import Terminal
import Views

// What the commands of notes, entries and to-dos do alike.

extension App {
  /// Shows all versions of a text and their changes.
  func showHistory(of record: FoundRecord, in journal: Journal) async throws {
    let versions = try await journal.history(of: record.id)
    if options.wantsJSON { return try output.show(record.json(of: versions)) }
    try output.show(context.history(of: versions))
    guard record.needsLook else { return }
    await self.journal.cache { try await $0.didLook(at: record.id) }
  }

  /// Restores a deleted text, or an earlier version of one.
  func restore(_ id: RecordID, version: Int?) async throws {
    try await makeAndReport(version.map { .restoreVersion(id, $0) } ?? .restore([id]))
  }

  func share(_ record: FoundRecord, as format: ShareFormat) throws {
    if format == .json || options.wantsJSON {
      return try output.show([record].json(of: record.id.kind, on: clock.today))
    }
    try output.write(context.text(of: record, as: format))
  }

  /// Removes texts for good.
  ///
  /// - Parameters:
  ///   - purged: texts that were purged before, of which an earlier run could not remove all.
  ///   - question: is asked first; then it is asked again, because a purge cannot be undone. `nil` if there
  ///     is nothing left to lose.
  func purge(
    _ records: [FoundRecord], and purged: [RecordID] = [], asking question: Message?,
    saying messages: [Message]
  ) async throws {
    if let question {
      try prompts.confirm(question)
      try prompts.confirm(.purgeQuestionAgain)
    }
    dailyCopies.adopt()
    let ids = records.map(\.id) + purged
    let journal = try await journal(for: .writing)
    let sources = try await journal.sources(of: ids)
    // What cannot be erased does not keep the purge from the journal.
    var left: [String] = []
    var failure: JournalError?
    do { left = try await eraseSetAside(of: journal) } catch let error as JournalError {
      failure = error
    }
    try await purge { try await $0.purge(ids) }
    remarkOnFilesOutside(sources)
    if let failure { throw failure }
    if !left.isEmpty {
      output.note(.purgeSetAsideLeft(paths: MessageArgument.enumeration(left)))
    }
    let folders = try journal.foldersWithoutPurges()
    if !folders.isEmpty {
      output.note(
        .purgeCopiesLeft(
          paths: MessageArgument.enumeration(folders), list: journal.listOfCopies), .warning)
    }
    if options.wantsJSON, let kind = ids.first?.kind {
      return try output.show(records.json(of: kind, on: clock.today))
    }
    for message in messages where !options.isQuiet {
      try output.show(output.styled(message, .plain, ["id": .id, "day": .day]))
    }
  }

  /// Asks whether what was set aside with an older journal is deleted, because a purge cannot reach into it.
  ///
  /// - Returns: the files that are left.
  private func eraseSetAside(of journal: Journal) async throws -> [String] {
    let paths = try journal.setAside()
    guard !paths.isEmpty else { return [] }
    let question = Message.purgeSetAsideQuestion(paths: MessageArgument.enumeration(paths))
    guard
      try options.assumesYes
        || prompts.isInteractive && prompts.confirms(question, orElse: false)
    else { return paths }
    try await journal.eraseSetAside()
    return try journal.setAside()
  }

  /// Names the files that may still have a text that was purged.
  private func remarkOnFilesOutside(_ paths: [String]) {
    guard !paths.isEmpty else { return }
    output.note(.purgeOutside(paths: MessageArgument.enumeration(paths)))
  }

  // MARK: Lists

  /// Shows the first of what was found, of which one more was read than is shown.
  ///
  /// - Returns: whether anything was found.
  func show<Item>(
    first limit: Int?, of found: [Item], _ lines: ([Item]) -> [StyledText]
  ) throws -> Bool {
    let shown = Array(found.prefix(limit ?? .max))
    guard !shown.isEmpty else { return false }
    try output.show(lines(shown))
    if found.count > shown.count { output.note(.notesLimited(count: shown.count), .remark) }
    return true
  }

  /// Shows what a list has up to its limit, and how many there are in all if it keeps some back.
  ///
  /// - Returns: whether there is anything.
  func show<Item>(
    _ list: [Item], limit: Int?, lines: ([Item]) -> [StyledText], total: () async throws -> Int
  ) async throws -> Bool {
    guard !list.isEmpty else { return false }
    try output.show(lines(list))
    if list.count == limit { noteLimit(list.count, of: try await total()) }
    return true
  }

  private func noteLimit(_ shown: Int, of total: Int) {
    if total > shown { output.note(.listLimited(count: shown, total: total), .remark) }
  }

  /// The same for whole texts, of which only a part is in memory at a time.
  func showTexts(
    _ list: RecordList, limit: Int?, _ nextLines: (inout RecordList) async throws -> [StyledText]
  ) async throws -> Bool {
    guard !list.isEmpty else { return false }
    var list = list
    let total = list.count
    list.limit(to: limit)
    let shown = list.count
    try await output.stream { writer in
      while !writer.isClosed, case let lines = try await nextLines(&list), !lines.isEmpty {
        try writer.write(lines)
      }
    }
    noteLimit(shown, of: total)
    return true
  }
}
