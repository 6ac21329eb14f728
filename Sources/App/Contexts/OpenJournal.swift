public import Journal

/// The journal of a run. It is opened once, on first use.
///
/// A journal that was opened for reading is upgraded to caching or writing in place. It is opened a
/// second time only if it did not exist, or if the open file cannot be written to.
public actor OpenJournal {
  private let path: String
  private let drafts: Drafts
  private let whenOpened: @Sendable (Journal) -> Void
  private var journal: Journal?

  /// - Parameter drafts: the directory of drafts, which a purge also searches.
  init(
    at path: String, drafts: Drafts, whenOpened: @escaping @Sendable (Journal) -> Void = { _ in }
  ) {
    self.path = path
    self.drafts = drafts
    self.whenOpened = whenOpened
  }

  public func callAsFunction(for access: Journal.Access) async throws -> Journal {
    if let journal, try await journal.upgrade(to: access) { return journal }
    let journal = try Journal(at: path, for: access, drafts: drafts)
    self.journal = journal
    whenOpened(journal)
    return journal
  }

  /// Closes the journal while the editor is open. That may take an hour, and the journal may have
  /// to be repaired in the meantime. The next use opens it again.
  public func close() { journal = nil }
}
