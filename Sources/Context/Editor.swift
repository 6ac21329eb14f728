import Arguments
package import Journal
package import Localization
import Platform
import Views

/// The user's editor, opened on a draft.
package struct Editor: Sendable {
  private let words: [String]
  private let command: String
  private let app: App

  /// `VISUAL`, else `EDITOR`, else `vi`, split into words without running a shell.
  package init(in app: App) throws(Explanation) {
    let environment = app.environment
    let value = environment.nonEmpty("VISUAL") ?? environment.nonEmpty("EDITOR") ?? "vi"
    guard let words = ShellWords(value).all, !words.isEmpty else {
      throw Explanation(.editorBad(value: value), hint: .editorHint, status: .usage)
    }
    self.words = words
    self.app = app
    command = words[0]
  }

  /// Whether the draft differs from the text that the editor was opened with. If not, the draft is
  /// removed, so that it is not offered later.
  private func hasText(_ draft: borrowing Drafts.Open) throws -> Bool {
    try draft.recover()
    if draft.hasSwapFile { return true }
    guard let bytes = try? draft.text() else {
      try draft.remove()
      return false
    }
    let written = EditorText.written(
      in: String(decoding: bytes, as: UTF8.self), opened: draft.draft.original)
    if written != EditorText.written(in: draft.draft.original) { return true }
    try draft.remove()
    return false
  }

  /// Opens the editor on the draft, and returns the text when the editor exits. The draft is copied
  /// regularly meanwhile. After an error the draft remains, and the error contains its path.
  package func edit(_ draft: borrowing Drafts.Open) async throws -> String {
    // The editor may be open for an hour.
    await app.journal.close()
    let status: ChildStatus
    do {
      let text = (try? draft.text()) ?? []
      status = try await run(
        draft.path, at: EditorText.end(of: String(decoding: text, as: UTF8.self)),
        keeping: draft.copy)
    } catch {
      if try hasText(draft) { throw Explanation(of: error, draftKept: draft.path) }
      guard case ChildError.notFound = error else { throw error }
      // `vi`, if neither variable is set, or a program that was removed.
      var explanation = Explanation(of: error)
      explanation.hint = .editorHint
      throw explanation
    }
    guard status.isSuccess else {
      let path = try hasText(draft) ? draft.path : nil
      throw failure(status, hint: path.map { .draftKept(path: $0) })
    }
    do {
      return EditorText.written(
        in: try TextInput.text(draft.text(), from: draft.path), opened: draft.draft.original)
    } catch {
      throw try hasText(draft) ? Explanation(of: error, draftKept: draft.path) : error
    }
  }

  private func run(
    _ path: String, at end: EditorText.Position?, keeping copy: DraftCopy
  ) async throws -> ChildStatus {
    let keeping = PeriodicTask(every: DraftCopy.interval) { copy.update() }
    let status = try await app.process.prompter.edit(
      EditorPosition(words: words).opening(path, at: end), in: app.directory.path,
      environment: app.environment)
    _ = consume keeping
    // An editor that crashed may have left the file half-written.
    if status.isSuccess { copy.update() }
    return status
  }
}

extension Editor {
  /// Opens the editor on a file that is not a draft. Throws if it fails.
  func open(_ path: String) async throws {
    let status = try await app.process.prompter.edit(
      words + [path], in: app.directory.path, environment: app.environment)
    guard status.isSuccess else {
      throw failure(status)
    }
  }

  private func failure(_ status: ChildStatus, hint: Message? = nil) -> Explanation {
    switch status {
    case .exited(let code):
      Explanation(.editorFailed(command: command, status: Int(code)), hint: hint)
    case .signaled(let signal):
      Explanation(.editorKilled(command: command, signal: Int(signal)), hint: hint)
    }
  }
}

extension Explanation {
  /// Why a text was not saved, and the path of its draft.
  package init(of error: any Error, draftKept path: String) {
    self.init(of: error)
    hint = .draftKept(path: path)
  }
}

/// The arguments with which an editor opens a file with the cursor at the end of the text.
///
/// Editors that are not listed get the path alone, because an unknown argument may be refused or
/// taken for the name of a file. The same holds if the user's command has such an argument already.
struct EditorPosition: Sendable {
  /// The command and its arguments, as in `EDITOR`.
  let words: [String]

  /// The words that open `path`.
  ///
  /// - Parameter end: the line and the column after the last character, counted from 1; `nil` if
  ///   there is not text.
  func opening(_ path: String, at end: EditorText.Position?) -> [String] {
    guard let end, let style, !words.dropFirst().contains(where: style.isPositioned) else {
      return words + [path]
    }
    return words + style.arguments(path, end)
  }

  private var style: Style? {
    guard let command = words.first else { return nil }
    let name = command.split(separator: "/").last.map(String.init) ?? command
    return Self.styles[name]
  }

  private enum Style {
    case vi, vim, line, lineAndColumn, lineCommaColumn, path, goTo

    /// Whether an argument may already set the position.
    func isPositioned(_ argument: String) -> Bool {
      switch self {
      case .vi, .vim: argument.hasPrefix("+") || argument.hasPrefix("-c") || argument == "-"
      case .goTo: argument == "-g" || argument == "--goto"
      default: argument.hasPrefix("+")
      }
    }

    func arguments(_ path: String, _ end: EditorText.Position) -> [String] {
      switch self {
      case .vi: ["-c", "\(end.line)", path]
      case .vim: ["-c", "normal! \(end.line)G$", path]
      case .line: ["+\(end.line)", path]
      case .lineAndColumn: ["+\(end.line):\(end.column)", path]
      case .lineCommaColumn: ["+\(end.line),\(end.column)", path]
      case .path: ["\(path):\(end.line):\(end.column)"]
      case .goTo: ["--goto", "\(path):\(end.line):\(end.column)"]
      }
    }
  }

  private static let styles: [String: Style] = [
    "vi": .vi, "nvi": .vi, "vim": .vim, "vim.basic": .vim, "vim.nox": .vim, "vim.tiny": .vim,
    "vim.gtk3": .vim, "nvim": .vim, "nano": .lineCommaColumn, "ne": .lineCommaColumn,
    "emacs": .lineAndColumn, "emacs-nox": .lineAndColumn, "emacs-gtk": .lineAndColumn,
    "emacsclient": .lineAndColumn, "emacsclient.emacs": .lineAndColumn, "micro": .lineAndColumn,
    "kak": .lineAndColumn, "helix": .path, "hx": .path, "joe": .line, "jmacs": .line,
    "jstar": .line, "mg": .line, "code": .goTo, "code-insiders": .goTo, "codium": .goTo,
  ]
}

extension App {
  /// Runs a program that has the terminal, and returns whether it succeeded.
  package func runProgram(_ words: [String]) async throws -> Bool {
    try await process.prompter.edit(words, in: directory.path, environment: environment).isSuccess
  }
}
