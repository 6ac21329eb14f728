public import Diary

/// The full-screen interface, which the program passes to its commands.
public protocol DiaryBrowser: Sendable {
  /// Runs until the user quits.
  ///
  /// - Parameter isPlain: whether it prints lines instead, as for screen readers.
  func browse(
    _ app: App, running runner: any CommandRunner, from start: BrowseStart?, isPlain: Bool
  ) async throws
}

/// What is selected when a browser starts.
public enum BrowseStart: Sendable {
  case day(Day)
  case note(Identifier)
  case commit(RepositoryCommit)
  /// The results for these words.
  case search(String)
}
