import Platform
import Testing

extension Sandbox {
  /// Runs the program on its own terminal with 200 columns, with `typed` as input. The output
  /// contains everything sent to the terminal: results, errors and the echo of the input.
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

  /// An editor that runs `text` as a shell script, with the file as `$1`. The result sets `EDITOR`.
  func editor(_ text: String) throws -> [String: String] {
    ["EDITOR": try makeScript("editor-\(UInt32.random(in: 0 ... .max))", text), "VISUAL": ""]
  }

  /// An editor that replaces the whole text with `typed`.
  func editor(typing typed: String) throws -> [String: String] {
    try File.writeAtomically(Array(typed.utf8), to: file("typed"))
    return try editor("cat '\(file("typed"))' > \"$1\"")
  }

  /// An editor that does not change the text.
  static let idleEditor = ["EDITOR": "true", "VISUAL": ""]
}
