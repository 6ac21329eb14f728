import App
import Arguments
import Context
import Diary
import Journal

/// A command in the log, as one would type it.
struct LoggedCommand: Hashable, Sendable {
  var line: String
  var isSuccess: Bool

  init(_ words: [String], isSuccess: Bool = true) {
    line = (["commitdiary"] + words).map(ShellWords.quoted).joined(separator: " ")
    self.isSuccess = isSuccess
  }
}

extension EditedText {
  /// The command that opens the editor on the text.
  ///
  /// - Parameter shortIDs: the short ids that are known.
  func words(_ shortIDs: [Identifier: String] = [:]) -> [String] {
    switch self {
    case .entry(let day): ["diary", "write", "\(day)"]
    case .note(let id): ["notes", "edit", shortIDs[id] ?? id.text]
    case .newNote(let repository, let commit):
      ["notes", "add", "--repo", repository.name, "--commit", commit.sha]
    }
  }
}
