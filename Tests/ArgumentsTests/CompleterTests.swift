import Localization
import Testing

@testable import Arguments

@Suite struct CompleterTests {
  static func lookup(_ kind: CompletionKind, _ prefix: String) -> Completion {
    Completion(candidates: candidates(kind))
  }

  private static func candidates(_ kind: CompletionKind) -> [Candidate] {
    switch kind {
    case .tags: ["work", "회고 노트", "a:b"].map { Candidate($0) }
    case .days: ["-3d", "today", "last friday"].map { Candidate($0) }
    case .noteIDs: [Candidate("7kq2", "First"), Candidate("9abc", "Second")]
    case .users: [Candidate("-dash"), Candidate("octocat")]
    default: []
    }
  }

  /// The last word of `line`, which may be empty, is the word at the cursor.
  static func completion(_ line: String) async -> Completion {
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    return await Completer(tree).completion(
      words: Array(words.dropLast()), cursorWord: words.last ?? "", lookup: { lookup($0, $1) })
  }

  @Test(arguments: [
    ("", "today graph notes todo help"),
    ("no", "notes"),
    ("notes ", "add list restore"),
    ("notes l", "list"),
    ("help ", "today graph notes todo"),
    ("help notes a", "add"),
    ("help graph ", ""),
    ("--json notes r", "restore"),
    ("noets ", "today graph notes todo help"),
    ("notes add --ti", "--title"),
    ("notes add --co", "--commit --color"),
    ("notes add --no-commit --co", "--color"),
    ("notes add --body x --fi", ""),
    ("notes add --tag a --ta", "--tag"),
    ("notes add --title a --ti", ""),
    ("graph --theme ", "green blue pink"),
    ("graph --theme=b", "--theme=blue"),
    ("graph -tp", "-tpink"),
    ("graph -t ", "green blue pink"),
    ("notes list --since -", "-3d"),
    ("notes list --since=-", "--since=-3d"),
    ("notes list --since la", "last friday"),
    ("notes add --tag 회", "회고 노트"),
    ("notes add --tag a:", "a:b"),
    ("notes restore ", "7kq2 9abc"),
    ("notes restore 7", "7kq2"),
    ("notes restore -- ", "7kq2 9abc"),
    ("notes restore 7kq2 --ver", "--version --verbose"),
    ("graph octocat o", "octocat"),
    ("graph -- -", "-dash"),
    (
      "notes list ",
      "--since --limit --flat --color --lang --json --quiet --verbose --help --version"
    ),
    ("--color a", "auto always"),
  ])
  func `offers what fits at the cursor`(_ line: String, _ candidates: String) async {
    let words = await Self.completion(line).candidates.map(\.word).joined(separator: " ")

    #expect(words == candidates)
  }

  @Test(arguments: [
    ("notes add --file ", Completion.Additions.files, ""),
    ("notes add --file=a", .files, "--file="),
    ("graph --local ", .directories, ""),
    ("graph --local a b", .directories, ""),
    ("notes add --title ", .nothing, ""),
  ])
  func `leaves files to the shell`(
    _ line: String, _ additions: Completion.Additions, _ prefix: String
  ) async {
    let completion = await Self.completion(line)
    #expect(completion.additions == additions)
    #expect(completion.prefix == prefix)
    #expect(completion.candidates.isEmpty)
  }

  @Test func `describes candidates`() async {
    let completion = await Self.completion("notes restore 7")
    #expect(completion.candidates == [Candidate("7kq2", "First")])
    let options = await Self.completion("notes list --he")
    #expect(options.candidates == [Candidate("--help", .message(.optionHelp))])
  }
}
