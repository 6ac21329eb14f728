public import Journal

/// The journal of a run: opened on first use, and once.
///
/// What was opened to be read is raised to caching or writing where it stands. Only a journal that
/// was not there, or cannot be written where it is, is opened a second time.
public actor OpenJournal {
  private let path: String
  private let drafts: Drafts
  private let whenOpened: @Sendable (Journal) -> Void
  private var journal: Journal?

  /// - Parameter drafts: where texts in the making are kept, which a purge has to know.
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

  /// Lets go of it while the person is in the editor, which may take an hour: the journal may have
  /// to be repaired meanwhile. The next use opens it again.
  func close() { journal = nil }
}
