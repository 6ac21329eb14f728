import Platform
import Testing

extension Sandbox {
  /// Runs the program on a terminal of its own, 200 columns wide, with `typed` waiting at it. The
  /// output is all that the terminal has got, answer, errors and the echo of what was typed.
  @discardableResult
  func onTerminal(
    _ words: String..., environment more: [String: String] = [:], typing typed: String = "",
    in folder: String? = nil, limit blocks: Int? = nil
  ) throws -> Outcome {
    try onTerminal(words, environment: more, typing: typed, in: folder, limit: blocks)
  }

  @discardableResult
  func onTerminal(
    _ words: [String], environment more: [String: String] = [:], typing typed: String = "",
    in folder: String? = nil, limit blocks: Int? = nil
  ) throws -> Outcome {
    let quoted = ([program] + words).map(Sandbox.quoted).joined(separator: " ")
    let limit = blocks.map { "ulimit -f \($0); " } ?? ""
    return Outcome(
      try Child.run(
        ["script", "-qec", "stty cols 200 rows 50; \(limit)\(quoted)", "/dev/null"],
        in: folder ?? directory, environment: environment.adding(more), input: Array(typed.utf8),
        deadline: Self.timeout))
  }

  static func quoted(_ word: String) -> String {
    "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }

  /// An editor that does as `text` says, with the file as `$1`; to be given as `EDITOR`.
  func editor(_ text: String) throws -> [String: String] {
    ["EDITOR": try makeScript("editor-\(UInt32.random(in: 0 ... .max))", text), "VISUAL": ""]
  }

  /// An editor that leaves `typed` as the whole text.
  func editor(typing typed: String) throws -> [String: String] {
    try File.writeAtomically(Array(typed.utf8), to: file("typed"))
    return try editor("cat '\(file("typed"))' > \"$1\"")
  }

  /// An editor that leaves the text as it found it.
  static let idleEditor = ["EDITOR": "true", "VISUAL": ""]
}
