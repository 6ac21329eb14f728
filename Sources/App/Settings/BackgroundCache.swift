import Platform
import Terminal

/// What `terminal.background` may be.
public enum BackgroundSetting: String, CaseIterable, Sendable {
  case light, dark, ask
}

/// What terminals have said of their background, so that not every command has to ask.
struct BackgroundCache {
  private let path: String
  private let key: String

  init(path: String, environment: Environment) {
    self.path = path
    // One person may have a light and a dark terminal.
    key = ["TERM", "TERM_PROGRAM", "COLORFGBG"].map { environment[$0] ?? "" }
      .joined(separator: "|").filter { !$0.isNewline }
  }

  private var lines: [Substring] {
    guard let bytes = try? File.readRegular(path, limit: 1 << 16) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  /// What a terminal of this kind said the last time; `nil` where none was asked, or none answered.
  var background: Background? {
    lines.lazy.map { $0.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false) }
      .first { $0.count == 2 && $0[1] == key }
      .flatMap { Background(rawValue: String($0[0])) }
  }

  /// It is a convenience: where it cannot be written, the terminal is asked again.
  func remember(_ background: Background) {
    guard self.background != background else { return }
    let others = lines.filter { !$0.hasSuffix(" \(key)") }.suffix(20)
    let text = (["\(background.rawValue) \(key)"] + others.map(String.init))
      .map { $0 + "\n" }.joined()
    try? File.makeDirectory(File.directory(of: path), permissions: 0o700)
    try? File.writeAtomically(Array(text.utf8), to: path, permissions: 0o600)
  }
}
