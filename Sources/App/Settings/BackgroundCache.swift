import Platform
import Terminal

/// The values of `terminal.background`.
public enum BackgroundSetting: String, CaseIterable, Sendable {
  case light, dark, ask
}

/// The backgrounds that terminals have reported, so that not every command has to ask.
struct BackgroundCache {
  private let path: String
  private let key: String

  init(path: String, environment: Environment) {
    self.path = path
    // A user may have both a light and a dark terminal.
    key = ["TERM", "TERM_PROGRAM", "COLORFGBG"].map { environment[$0] ?? "" }
      .joined(separator: "|").filter { !$0.isNewline }
  }

  private var lines: [Substring] {
    guard let bytes = try? File.readRegular(path, limit: 1 << 16) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  /// The background that this kind of terminal last reported; `nil` if it was never asked or did
  /// not answer.
  var background: Background? {
    for line in lines {
      let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2, parts[1] == key { return Background(rawValue: String(parts[0])) }
    }
    return nil
  }

  /// Write errors are ignored; the terminal is then asked again.
  func remember(_ background: Background) {
    guard self.background != background else { return }
    let others = lines.filter { !$0.hasSuffix(" \(key)") }.suffix(20)
    let text = (["\(background.rawValue) \(key)"] + others.map(String.init))
      .map { $0 + "\n" }.joined()
    try? File.makeDirectory(File.directory(of: path), permissions: 0o700)
    try? File.writeAtomically(Array(text.utf8), to: path, permissions: 0o600)
  }
}
