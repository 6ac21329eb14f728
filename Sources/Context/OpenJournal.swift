package import Journal

/// The journal of a run. It is opened once, on first use.
///
/// A journal that was opened for reading is upgraded to caching or writing in place. It is opened a
/// second time only if it did not exist, or if the open file cannot be written to.
package actor OpenJournal {
  private let path: String
  private let drafts: Drafts
  private let isForAgent: Bool
  private let whenOpened: @Sendable (Journal) -> Void
  private var journal: Journal?
  private var held: [@Sendable (Journal) async throws -> Void]?

  /// - Parameters:
  ///   - drafts: the directory of drafts, which a purge also searches.
  ///   - isForAgent: whether new tags are those of an agent.
  init(
    at path: String, drafts: Drafts, forAgent isForAgent: Bool = false,
    whenOpened: @escaping @Sendable (Journal) -> Void = { _ in }
  ) {
    self.path = path
    self.drafts = drafts
    self.isForAgent = isForAgent
    self.whenOpened = whenOpened
  }

  package func callAsFunction(for access: Journal.Access) async throws -> Journal {
    if let journal, try await journal.upgrade(to: access) { return journal }
    let journal = try Journal(at: path, for: access, drafts: drafts)
    if isForAgent { await journal.setTagsForAgent() }
    self.journal = journal
    whenOpened(journal)
    return journal
  }

  /// The journal, if this run has opened it.
  package var opened: Journal? { journal }

  /// The journal, if this run has opened it for writing.
  package var openedForWriting: Journal? {
    get async { await journal?.isForWriting == true ? journal : nil }
  }

  // MARK: Caches

  /// Saves what can be read or fetched again. A journal that cannot be written is not an error.
  ///
  /// - Parameter atOnce: whether it is saved even if caches are held back.
  package func cache(
    atOnce: Bool = false, _ save: @escaping @Sendable (Journal) async throws -> Void
  ) async {
    if held != nil, !atOnce {
      held?.append(save)
    } else if let journal = try? await self(for: .caching) {
      try? await save(journal)
    }
  }

  /// Holds back what is to be cached until `saveCaches`, for a command that prints first.
  package func holdCaches() { held = held ?? [] }

  package func saveCaches() async {
    let saves = held ?? []
    held = nil
    for save in saves { await cache(save) }
  }

  /// Closes the journal while the editor is open. That may take an hour, and the journal may have
  /// to be repaired in the meantime. The next use opens it again.
  package func close() { journal = nil }
}
