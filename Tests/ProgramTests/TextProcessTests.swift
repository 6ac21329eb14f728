import JSON
import Platform
import Testing

@testable import ProgramSupport

/// A text is stored unchanged or rejected.
@Suite struct TextProcessTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func stored(_ id: String) throws -> JSONValue {
    let outcome = try sandbox.run("notes", "show", id, "--json")
    try #require(outcome.status == 0, "\(outcome.testDescription)")
    return try outcome.json()
  }

  // MARK: Stored texts

  @Test func `stores a body of ten megabytes byte for byte`() throws {
    let line = "줄 0123456789 abcdefghijklmnopqrstuvwxyz \"quoted\\\" \u{1F468}\u{200D}\u{1F469}\n"
    let size = 10 << 20
    var body = String(repeating: line, count: size / line.utf8.count)
    body += String(repeating: ".", count: size - body.utf8.count)
    let outcome = try sandbox.run(
      "notes", "add", "--title", "long", "--file", "-", "--json", input: Array(body.utf8))
    #expect(outcome.status == 0)
    let id = try #require(outcome.json()["id"]?.string)
    #expect(try stored(id)["body"]?.string?.utf8.elementsEqual(body.utf8) == true)
    let found = try sandbox.run("notes", "search", "0123456789")
    #expect(found.status == 0 && found.output.contains("long"))
  }

  // MARK: Rejected texts

  /// Bytes that are not valid text, as escapes for the shell's `printf`.
  static let refused = ["a\\000b", "\\300\\200", "cut \\354\\225"]

  @Test(arguments: refused)
  func `refuses NUL and invalid UTF-8 in files and on standard input`(
    bytes: String
  ) throws {
    let id = try sandbox.add("--body", "stays")
    try sandbox.shell("printf '\(bytes)' > \"$sandbox/body\"")
    for words in ["notes add", "notes edit \(id)"] {
      for end in ["--file \"$sandbox/body\"", "--file - < \"$sandbox/body\""] {
        let command = "\"$commitdiary\" \(words) \(end)"
        try sandbox.script(command).expectRefusal(2)
        try sandbox.script(command + " --json").expectRefusalAsJSON(2)
      }
    }
    #expect(try sandbox.notes().compactMap { $0["body"]?.string } == ["stays"])
  }

  /// An argument cannot contain a NUL.
  @Test(arguments: refused.filter { !$0.contains("000") })
  func `refuses invalid UTF-8 in every argument`(bytes: String) throws {
    let id = try sandbox.add("--body", "stays")
    let odd = "\"$(printf '\(bytes)')\""
    for words in [
      "notes add --title \(odd) --body text", "notes add --body \(odd)",
      "notes add --body text --tag \(odd)", "notes add --body=\(odd)",
      "notes edit \(id) --title \(odd)", "notes edit \(id) --body \(odd)",
      "notes edit \(id) --tag \(odd)", "notes edit \(id) --untag \(odd)", "notes list --tag \(odd)",
      "notes search \(odd)", "notes show \(odd)", "--lang \(odd) notes list", odd,
    ] {
      try sandbox.script("\"$commitdiary\" \(words)").expectRefusal(2)
    }
    #expect(try sandbox.notes().compactMap { $0["body"]?.string } == ["stays"])
  }

  @Test(arguments: refused)
  func `refuses NUL and invalid UTF-8 from the editor and keeps the draft`(
    bytes: String
  ) throws {
    let editor = try sandbox.editor("printf '\(bytes)' > \"$1\"")
    let outcome = try sandbox.onTerminal("notes", "add", environment: editor)
    #expect(outcome.status == 2, "\(outcome.testDescription)")
    #expect(try sandbox.notes() == [])
    let name = try #require(sandbox.draftNames().first { $0.hasSuffix(".md") })
    #expect(outcome.output.contains("\(sandbox.drafts)/\(name)"), "\(outcome.testDescription)")
    try sandbox.shell("printf '\(bytes)' | cmp - \"$XDG_STATE_HOME/commitdiary/drafts/\(name)\"")
  }

  @Test func `refuses a text of white space from the editor, without a draft`() throws {
    let editor = try sandbox.editor(typing: " \t\r\n\u{3000}\u{A0}\n")
    let written = try sandbox.onTerminal("notes", "add", environment: editor)
    #expect(written.status == 2, "\(written.testDescription)")
    #expect(try sandbox.draftNames() == [] && sandbox.notes() == [])
  }
}
