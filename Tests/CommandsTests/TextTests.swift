import JSON
import Platform
import Testing

@testable import ProgramSupport

/// What is written is stored to the letter or refused, and never altered in silence.
@Suite(.inProcess) struct TextTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func stored(_ id: String) throws -> JSONValue {
    let outcome = try sandbox.run("notes", "show", id, "--json")
    try #require(outcome.status == 0, "\(outcome.testDescription)")
    return try outcome.json()
  }

  // MARK: Kept

  @Test func `keeps a title of ten thousand letters and shows it`() throws {
    let title = String(repeating: "긴 제목 🎼 a\u{301}", count: 1250)
    #expect(title.count == 10_000)
    let id = try sandbox.add("--title", title, "--body", "short")
    #expect(try stored(id)["title"]?.string.map { Array($0.utf8) } == Array(title.utf8))
    for words in [
      ["notes", "list"], ["notes", "show", id], ["notes", "history", id], ["notes", "share", id],
      ["notes", "search", "short"],
    ] {
      let outcome = try sandbox.run(words, environment: ["COLUMNS": "40"])
      #expect(outcome.status == 0 && outcome.output.contains("긴 제목"), "\(words)")
    }
  }

  @Test func `keeps and finds tags with spaces, signs and emoji`() throws {
    let tags = ["two words", "🎼 music", "한글 태그", "a#b", "a,b", "--dash", "\"quoted'"]
    let id = try sandbox.add(["--body", "text"] + tags.map { "--tag=\($0)" })
    #expect(try stored(id)["tags"]?.array?.compactMap(\.string) == tags)
    for tag in tags {
      #expect(try sandbox.notes("--tag=\(tag)").count == 1, "\(tag)")
    }
  }

  static let oddities: [(name: String, text: String)] = [
    ("lone carriage returns", "one\rtwo\r\rthree"), ("line ends of Windows", "one\r\ntwo\r\n"),
    ("a byte order mark", "\u{FEFF}text"), ("letters in parts (NFD)", "e\u{301} \u{1112}\u{1161}"),
    ("letters in one (NFC)", "\u{E9} \u{D558}"),
    ("escape sequences", "\u{1B}]0;title\u{7}\u{1B}[2J"),
    ("controls beyond ASCII", "\u{85}\u{9B}31m"), ("directions", "\u{202E}abc\u{2066}"),
    ("no letter assigned", "\u{10FFFF}\u{FFFE}\u{E000}"),
    ("line separators", "a\u{2028}b\u{2029}c"),
    ("white space around", "\n\n  text  \n\n\t"), ("a lone mark", "\u{301}"),
    ("the editor's scissors", "one\n# ------------------------ >8 ------------------------\ntwo"),
    ("syntax of a search", "\"AND\" OR (NOT* ^: -"), ("form feeds", "a\u{C}b\u{B}c"),
  ]

  @Test(arguments: oddities.indices)
  func `stores a body byte for byte and shows control characters escaped`(index: Int)
    throws
  {
    let (name, text) = Self.oddities[index]
    try File.writeAtomically(Array(text.utf8), to: sandbox.file("body"))
    for words in [["--body=\(text)"], ["-b=\(text)"], ["--file", sandbox.file("body")]] {
      let id = try sandbox.add(["--title", "t"] + words)
      let body = try stored(id)["body"]?.string
      #expect(body.map { Array($0.utf8) } == Array(text.utf8), "\(name)")
      for words in [["notes", "show", id], ["notes", "history", id], ["notes", "share", id]] {
        let shown = try sandbox.run(words)
        #expect(shown.status == 0, "\(name)")
        #expect(Residue(shown.bytes).isClean, "\(name) \(shown.testDescription)")
      }
    }
    #expect(try sandbox.run("notes", "search", text).status == 0, "\(name)")
  }
}
