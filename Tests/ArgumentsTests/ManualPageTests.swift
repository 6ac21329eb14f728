import Foundation
import Localization
import Testing

@testable import Arguments

@Suite struct ManualPageTests {
  static let pages = tree.manual(
    for: english, facts: facts, date: "2026-11-21", version: "1.0")

  @Test func `has a page for the program, each group and each command`() {
    #expect(
      Self.pages.map(\.name) == [
        "commitdiary", "commitdiary-today", "commitdiary-graph", "commitdiary-notes",
        "commitdiary-notes-add", "commitdiary-notes-list", "commitdiary-notes-restore",
        "commitdiary-todo", "commitdiary-todo-add", "commitdiary-todo-edit",
        "commitdiary-todo-move",
      ])
  }

  @Test(arguments: [
    ("a-b", #"a\-b"#), (#"\n"#, #"\(rsn"#), ("it's", #"it\(aqs"#), (#""x""#, #"\(dqx\(dq"#),
    ("~/`^", #"\(ti/\(ga\(ha"#), ("회고 “x”", "회고 “x”"),
  ])
  func `escapes roff characters`(_ words: String, _ roff: String) {
    #expect(Roff.escaped(words) == roff)
  }

  @Test func `escapes lines that start like a request`() {
    var page = Roff(title: "x", date: "2026-11-21", source: "x")
    page.body(".config\n'quoted'\n" + String(repeating: "long ", count: 20))
    let lines = page.text.split(separator: "\n")
    #expect(lines.contains(#"\&.config"#))
    #expect(lines.contains(#"\(aqquoted\(aq"#))
    #expect(lines.allSatisfy { $0.utf8.count <= 80 })
  }

  @Test func `headings of help are in capitals, and the name is not repeated`() throws {
    let program = try #require(Self.pages.first)
    let sections = program.blocks.compactMap { block -> String? in
      if case .section(let heading) = block { heading } else { nil }
    }
    #expect(
      sections == [
        "NAME", "SYNOPSIS", "DESCRIPTION", "EXAMPLES", "DIARY, NOTES AND TO-DOS",
        "COMMITS AND ACTIVITY", "GLOBAL OPTIONS", "ENVIRONMENT", "FILES", "EXIT STATUS",
        "SEE ALSO",
      ])
    #expect(program.roff.contains("commitdiary \\- today\n"))
    #expect(program.roff.contains(".SH \"DESCRIPTION\"\nShow this help\n"))
  }
}
