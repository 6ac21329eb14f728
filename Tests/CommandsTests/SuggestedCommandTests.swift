import Testing

@testable import Arguments
@testable import Commands

/// Commands that are suggested for words of other programs.
@Suite struct SuggestedCommandTests {
  @Test(arguments: [
    ("diary add", ["commitdiary diary write", "commitdiary jot"]),
    ("diary new", ["commitdiary diary write", "commitdiary jot"]),
    ("diary remove", ["commitdiary diary delete"]), ("notes remove", ["commitdiary notes delete"]),
    ("notes view", ["commitdiary notes show"]), ("todo create", ["commitdiary todo add"]),
    ("todo finish", ["commitdiary todo done"]), ("notes lsit", ["list"]),
    ("diary export", ["commitdiary export"]),
    ("show", ["commitdiary diary show", "commitdiary notes show"]),
    ("todo buy", ["commitdiary todo add"]), ("log", ["commitdiary commits"]),
    ("finish", ["commitdiary todo done"]),
  ])
  func `suggests the command of the same group`(line: String, expected: [String]) {
    let words = line.split(separator: " ").map(String.init)
    #expect(
      throws: ArgumentError.unknownCommand(
        words.last ?? "", of: (["commitdiary"] + words.dropLast()).joined(separator: " "),
        nearest: expected)
    ) { try tree.path(of: words) }
  }
}
