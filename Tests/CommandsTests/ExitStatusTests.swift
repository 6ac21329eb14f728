import JSON
import Platform
import TestSupport
import Testing

@testable import ProgramSupport

/// The exit status, the two lines and the JSON code of every failure.
@Suite(.inProcess) struct ExitStatusTests {
  private let stage: FailureStage
  private var sandbox: Sandbox { stage.sandbox }

  init() throws { stage = try FailureStage() }

  @Test func `errors have a status, two lines and a JSON form`() throws {
    let before = try FolderContents(sandbox.path)
    for example in FailureCase.all {
      try stage.run(example).expectRefusal(example.status)
      let outcome = try stage.run(example, "--json")
      outcome.expectRefusalAsJSON(example.status)
      let document = try JSONParser.parse(outcome.errorBytes)
      #expect(Shape.failure.faults(in: document) == [])
      #expect(document["error"]?["code"]?.string == example.code, "\(outcome.error)")
      var translated = example
      translated.environment.merge(Locales.language("ko_KR.UTF-8")) { $1 }
      #expect(try stage.run(translated, "--json").error == outcome.error, "\(example)")
      #expect(try FolderContents(sandbox.path) == before, "\(example)")
    }
  }

  @Test func `an ambiguous id prefix exits with 2 and lists the notes`() throws {
    // With 33 ids and 32 possible first characters, two ids start with the same one.
    for number in 1...33 { try sandbox.add("--body", "note \(number)") }
    let ids = try sandbox.notes().compactMap { $0["id"]?.string }
    let letter = try #require(
      Dictionary(grouping: ids, by: \.first).first { $0.value.count > 1 }?.key)
    let alike = ids.filter { $0.first == letter }
    for words in [
      ["notes", "show"], ["notes", "edit", "--body", "a"], ["notes", "delete", "--yes"],
      ["notes", "history"], ["notes", "share"], ["notes", "restore"],
    ] {
      let outcome = try sandbox.run(words + [String(letter)])
      outcome.expectRefusal(2)
      let hint = outcome.error.split(separator: "\n").last ?? ""
      // Each id is shown with enough characters to be unique.
      let named = hint.matches(of: /[0-9a-hjkmnp-tv-z]{4,12}/).map { String($0.output) }
      let isShort = alike.count <= 5
      #expect(!isShort || alike.allSatisfy { id in named.contains { id.hasPrefix($0) } }, "\(hint)")
      let json = try sandbox.run(words + [String(letter), "--json"])
      json.expectRefusalAsJSON(2)
      #expect(try JSONParser.parse(json.errorBytes)["error"]?["code"] == "noteAmbiguous")
    }
    // The shortest prefix that only one note has.
    let whole = try #require(alike.first)
    let shortest = (1...12).map { whole.prefix($0) }.first { prefix in
      ids.count { $0.hasPrefix(prefix) } == 1
    }
    let outcome = try sandbox.run("notes", "show", String(shortest ?? ""), "--json")
    #expect(try outcome.json()["id"]?.string == whole, "\(outcome.testDescription)")
  }

  @Test func `with --quiet no results print nothing, errors still print`() throws {
    let outcome = try sandbox.run("notes", "list", "--tag", "nothing", "--quiet")
    #expect(outcome.status == 0 && outcome.output + outcome.error == "")
    try sandbox.run("notes", "show", "zzzz", "-q").expectRefusal(3)
  }
}
