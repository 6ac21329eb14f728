import Diary
import JSON
import Localization
import Platform
import Terminal

/// Editing of the whole config file in the editor.
///
/// The editor gets a copy next to the file. The file is replaced only by a text that is valid, and
/// only if no other program has changed it meanwhile; otherwise the copy remains.
package struct ConfigEditing: Sendable {
  let app: App

  package init(in app: App) {
    self.app = app
  }

  /// The real file, if the config file is a symbolic link.
  private var target: String { File.followingLinks(app.paths.config) }

  /// The copy that is edited.
  private struct Copy {
    var path: String
    /// The text before the editor was opened.
    var initial: [UInt8]
    /// Whether an earlier edit has left the copy, so that its text is nowhere else.
    var isKept: Bool
  }

  /// Opens the editor on another file of the user. Returns whether it has changed.
  package func edit(file path: String) async throws -> Bool {
    func bytes() -> [UInt8]? { try? File.read(path) }
    try File.makeDirectory(File.directory(of: path))
    let old = bytes()
    try await Editor(in: app).open(path)
    return bytes() != old
  }

  /// Opens the editor until the text is valid or the user gives up. Returns whether the file has
  /// changed.
  package func run() async throws -> Bool {
    let editor = try Editor(in: app)
    let old = try ConfigFile.bytes(of: app.paths.config)
    let copy = try keptCopy() ?? newCopy(of: old)
    while true {
      let text: [UInt8]
      do {
        try await editor.open(copy.path)
        text = try ConfigFile.bytes(of: copy.path)
      } catch {
        throw try giveUp(because: Explanation(of: error), copy)
      }
      if text == copy.initial, !copy.isKept {
        try File.remove(copy.path)
        return false
      }
      if let problem = problem(with: text, in: copy.path) {
        guard try wantsToEditAgain(problem) else { throw try giveUp(because: problem, copy) }
        continue
      }
      do {
        try save(text, over: old)
      } catch {
        throw try giveUp(because: Explanation(of: error), copy)
      }
      try File.remove(copy.path)
      return text != old
    }
  }

  // MARK: The copy

  private static let prefix = "config.edit-"
  private static let suffix = ".json"

  /// The latest copy that could not be saved, if the user wants to continue with it.
  private func keptCopy() throws -> Copy? {
    let folder = File.directory(of: target)
    let names = ((try? File.list(folder)) ?? [])
      .filter { $0.hasPrefix(Self.prefix) && $0.hasSuffix(Self.suffix) }
    guard app.prompts.isInteractive,
      let latest = names.map({ "\(folder)/\($0)" })
        .max(by: { (File.modified($0) ?? 0) < (File.modified($1) ?? 0) }),
      let text = try? ConfigFile.bytes(of: latest),
      try app.prompts.confirms(.configEditResume(path: latest), orElse: true)
    else { return nil }
    return Copy(path: latest, initial: text, isKept: true)
  }

  /// A copy of the config file, or a list of all settings as comments if there are none yet.
  private func newCopy(of old: [UInt8]) throws -> Copy {
    let text = old.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) } ? template() : old
    let folder = File.directory(of: target)
    let path = "\(folder)/\(Self.prefix)\(Identifier.random().text.prefix(6))\(Self.suffix)"
    try File.makeDirectory(folder)
    try File.writeAtomically(text, to: path)
    return Copy(path: path, initial: text, isKept: false)
  }

  /// Every setting with its default as a comment, so that the user only has to remove the slashes.
  private func template() -> [UInt8] {
    let reader = app.reader
    var lines = ["// " + reader.say(.configTemplate), "{"]
    for setting in Setting.all {
      let value = setting.defaultValue?.text(.compact) ?? "null"
      lines.append("  // " + reader.say(setting.about))
      lines.append("  // \(JSONValue.string(setting.key).text(.compact)): \(value),")
    }
    return Array((lines + ["}", ""]).joined(separator: "\n").utf8)
  }

  // MARK: Problems

  /// What is wrong with the text, with the line; `nil` if it is valid.
  private func problem(with text: [UInt8], in copy: String) -> Explanation? {
    do {
      let file = try ConfigFile(text, at: copy)
      // An editor that crashed may have left an empty file.
      guard !file.isBlank else {
        return Explanation(.configEditEmpty, hint: .configEditEmptyHint, status: .usage)
      }
      do {
        _ = try Settings(file)
        return nil
      } catch let error as SettingError {
        guard case .badFile(_, let key, let cause) = error else { throw error }
        let explanation = cause.explanation
        return Explanation(
          .configEditBad(line: file.line(of: key) ?? 1, reason: explanation.message),
          hint: explanation.hint, status: .usage)
      }
    } catch SettingError.brokenFile(_, let line, let column) {
      return Explanation(
        .configEditBroken(line: line, column: column), hint: .configEditBrokenHint,
        status: .usage)
    } catch {
      return Explanation(of: error)
    }
  }

  private func wantsToEditAgain(_ problem: Explanation) throws -> Bool {
    guard app.prompts.isInteractive else { return false }
    app.output.explain(problem)
    return try app.prompts.confirms(.configEditAgain, orElse: true)
  }

  /// The error after which the copy remains, unless its text is saved elsewhere.
  private func giveUp(because problem: Explanation, _ copy: Copy) throws -> Explanation {
    guard File.exists(copy.path) else { return problem }
    if !copy.isKept, let text = try? ConfigFile.bytes(of: copy.path), text == copy.initial {
      try File.remove(copy.path)
      return problem
    }
    let hint: Message =
      problem.hint.map {
        Message.sentences(first: Message.configEditKept(path: copy.path), second: $0)
      }
      ?? .configEditKept(path: copy.path)
    return Explanation(problem.message, hint: hint, status: problem.status)
  }

  // MARK: Saving

  private func save(_ text: [UInt8], over old: [UInt8]) throws {
    let current = try ConfigFile.bytes(of: app.paths.config)
    if current != old, current != text {
      guard app.prompts.isInteractive,
        try app.prompts.confirms(.configEditReplace, orElse: false)
      else {
        throw Explanation(.configEditChanged(path: app.paths.config))
      }
    }
    try File.writeAtomically(text, to: target)
  }
}
