import Localization
import Testing

@testable import Arguments

/// The rows that bash lists when there are several candidates.
@Suite struct BashListTests {
  private let notes = Completion(candidates: [
    Candidate("7kq2", "Why the \"cache\"; $(rm)"), Candidate("9abc1", .literal("두\u{1B}[31m번째\n줄")),
    Candidate("b0de", nil), Candidate("bad\u{7}", "never shown"),
  ])

  private func rows(
    _ completion: Completion, line: String = "p notes show ", type: String?, columns: String = "80",
    fit: (String, Int) -> String = { text, _ in text }
  ) -> [String] {
    let words = ["__complete", "bash", line, " \t"] + (type.map { [$0, columns] } ?? [])
    let response = CompletionCall(words)?.response(completion, for: english, fit: fit) ?? ""
    return response.split(separator: "\n").dropFirst().map(String.init)
  }

  @Test func `a list has the titles and an insertion does not`() {
    for type in [nil, "", "9", "37", "42"] {
      #expect(rows(notes, type: type) == ["7kq2", "9abc1", "b0de"])
    }
    for type in ["33", "63", "64"] {
      let rows = rows(notes, type: type)
      #expect(rows[0].hasPrefix("7kq2   Why the \"cache\"; $(rm)   "), "\(rows)")
      #expect(rows[1].hasPrefix("9abc1  두 [31m번째 줄   "), "\(rows)")
      #expect(rows[2] == "b0de", "\(rows)")
    }
  }

  @Test func `each row is wide enough to be alone, and cut where it is too wide`() {
    var asked: [Int] = []
    let cut = rows(notes, type: "63", columns: "40") { text, columns in
      asked.append(columns)
      return String(text.prefix(columns))
    }
    #expect(asked == [31, 31])
    #expect(cut.prefix(2).allSatisfy { (20...38).contains($0.count) }, "\(cut)")
    #expect(rows(notes, type: "63", columns: "16") == ["7kq2", "9abc1", "b0de"])
    #expect(rows(notes, type: "63", columns: "x") == rows(notes, type: "63"))
  }

  @Test func `a single candidate is inserted without its title`() {
    let one = Completion(candidates: [Candidate("7kq2", "Why the cache")])
    #expect(rows(one, type: "63") == ["7kq2"])
  }

  @Test func `commands and options are listed side by side`() {
    let commands = Completion(candidates: [
      Candidate("list", .message(.dayToday)), Candidate("add", .message(.dayToday)),
    ])
    #expect(rows(commands, type: "63") == ["list", "add"])
  }
}
