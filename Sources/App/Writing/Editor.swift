import Journal
import Localization
import Platform
import Views

/// The person's own editor, on a draft.
struct Editor: Sendable {
  private let words: [String]
  private let command: String
  private let app: App

  /// `VISUAL`, else `EDITOR`, else `vi`, split as a shell would, but without a shell.
  init(in app: App) throws(EditorError) {
    let environment = app.environment
    let value = environment.nonEmpty("VISUAL") ?? environment.nonEmpty("EDITOR") ?? "vi"
    guard let words = ShellWords.split(value), !words.isEmpty else { throw .badCommand(value) }
    self.words = words
    self.app = app
    command = words[0]
  }

  /// Whether there is anything in the draft that the editor was not given. One without is removed:
  /// nobody wants to be asked about it.
  private func hasText(_ draft: borrowing Drafts.Open) throws -> Bool {
    try draft.recover()
    if draft.hasSwapFile { return true }
    guard let bytes = try? draft.text() else {
      try draft.remove()
      return false
    }
    let written = EditorText.written(in: String(decoding: bytes, as: UTF8.self))
    if written != EditorText.written(in: draft.draft.original) { return true }
    try draft.remove()
    return false
  }

  /// Opens the draft, and returns what was written in it once the editor is closed. What the editor
  /// has written until then is kept as it goes. Whatever goes wrong, the draft stays, and the error
  /// says where.
  func edit(_ draft: borrowing Drafts.Open) async throws -> String {
    // The person may stay for an hour.
    await app.journal.close()
    let status: ChildStatus
    do {
      status = try await opened(draft.path, keeping: draft.copy)
    } catch {
      throw try hasText(draft) ? UnsavedDraft(because: error, path: draft.path) : error
    }
    guard status.isSuccess else {
      let path = try hasText(draft) ? draft.path : nil
      throw EditorError.failed(command: command, status, draft: path)
    }
    do {
      return EditorText.written(in: try TextInput.text(draft.text(), from: draft.path))
    } catch {
      throw try hasText(draft) ? UnsavedDraft(because: error, path: draft.path) : error
    }
  }

  private func opened(_ path: String, keeping copy: DraftCopy) async throws -> ChildStatus {
    let keeping = PeriodicTask(every: DraftCopy.interval) { copy.update() }
    let status = try await app.process.prompter.edit(
      words + [path], in: app.directory.path, environment: app.environment)
    _ = consume keeping
    // One that has died may have done so while it wrote.
    if status.isSuccess { copy.update() }
    return status
  }
}

/// What kept a text from being saved, and where that text is.
struct UnsavedDraft: Error, Explained {
  private let cause: Explanation
  private let path: String

  init(because error: any Error, path: String) {
    cause = Explanation(of: error)
    self.path = path
  }

  var explanation: Explanation {
    Explanation(cause.message, hint: .draftKept(path: path), status: cause.status)
  }
}

/// Why there is no text from the editor.
enum EditorError: Error, Hashable {
  case badCommand(String)
  /// `draft` is where the text is, if there is any.
  case failed(command: String, ChildStatus, draft: String?)
}

extension EditorError: Explained {
  var explanation: Explanation {
    switch self {
    case .badCommand(let value):
      Explanation(.editorBad(value: value), hint: .editorHint, status: .usage)
    case .failed(let command, let status, let draft):
      Explanation(
        Self.message(command, status), hint: draft.map { .draftKept(path: $0) })
    }
  }

  private static func message(_ command: String, _ status: ChildStatus) -> Message {
    switch status {
    case .exited(let code): .editorFailed(status: Int(code), command: command)
    case .signalled(let signal): .editorKilled(signal: Int(signal), command: command)
    }
  }
}
