import JSON
import Platform
import TestSupport
import Testing

@testable import ProgramSupport

/// A folder that another program and this one change in turn: no line is lost or doubled, and what nobody touched keeps
/// its bytes.
@Suite(.inProcess) struct ExchangeRoundsTests {
  private static let obsidian = """
    ---
    mood: 3
    created: 2024-05-01 08:00:00
    ---
    ## Morning
    - [x] run ✅ 2024-05-01

    Good.\u{20}\u{20}
    Really.

    ## Evening
    - [ ] call

    """

  @Test(arguments: ["obsidian", "logseq", "jrnl"])
  func `fifty rounds on both sides`(_ style: String) throws {
    let sandbox = try Sandbox(clone: nil, at: "2026-11-21T18:00:00+09:00", in: "Asia/Seoul")
    let folder = sandbox.file("folder")
    let days = (1...4).map { "2024-05-0\($0)" }
    func path(_ day: String) -> String {
      switch style {
      case "logseq": "journals/\(day.replacing("-", with: "_")).md"
      case "jrnl": "journal.txt"
      default: "\(day).md"
      }
    }
    func read(_ day: String) throws -> String {
      String(decoding: try File.read("\(folder)/\(path(day))"), as: UTF8.self)
    }
    func write(_ text: String, _ day: String) throws {
      try File.writeAtomically(Array(text.utf8), to: "\(folder)/\(path(day))")
    }
    try File.makeDirectory(folder + (style == "logseq" ? "/journals" : ""))
    if style == "logseq" {
      try File.makeDirectory(folder + "/logseq")
      try File.writeAtomically(Array("{}".utf8), to: folder + "/logseq/config.edn")
    }
    for day in days {
      switch style {
      case "logseq": try write("- Block\n\t- below\n- TODO call\n", day)
      case "jrnl":
        let before = File.exists("\(folder)/journal.txt") ? try read(day) + "\n" : ""
        try write(before + "[\(day) 08:00] Beginning\nof the day\n", day)
      default: try write(Self.obsidian, day)
      }
    }
    let source = style == "jrnl" ? "\(folder)/journal.txt" : folder
    var words: [String] = []
    func take() throws { try sandbox.run("import", source, "--yes").expect(0) }
    func export() throws {
      try sandbox.run("export", style == "jrnl" ? "jrnl" : "markdown", source, "--yes").expect(0)
    }
    try take()
    var random = Seeded(62)
    for round in 0..<50 {
      let day = random.one(of: days)
      let before = try days.map(read)
      let word = "word\(round)x"
      if Bool.random(using: &random) {
        let minute = 10 + round
        try sandbox.run(
          "jot", "--at", "\(day) \(round % 14 + 9):\(minute % 60 < 10 ? "0" : "")\(minute % 60)",
          word
        )
        .expect(0)
      } else {
        let text = try read(day)
        switch style {
        case "logseq": try write(text + "- \(word)\n", day)
        case "jrnl": try write(text + "\n[\(day) 23:\(10 + round % 50)] \(word)\n", day)
        default:
          try write(
            Bool.random(using: &random)
              ? text + "\n\(word)\n" : text.replacing("Really.", with: "Really.\n\(word)"), day)
        }
        try take()
      }
      words.append(word)
      try export()
      let after = try days.map(read)
      let all = style == "jrnl" ? after[0] : after.joined()
      for word in words {
        #expect(all.ranges(of: word).count == 1, "round \(round): \(word) in \(all)")
      }
      guard style != "jrnl" else { continue }
      for (index, other) in days.enumerated() where other != day {
        #expect(after[index] == before[index], "round \(round): \(other)")
      }
    }
    try take()
    let diary = try sandbox.run("diary", "list", "--json").json()
    let texts = try days.map { try sandbox.run("diary", "show", $0).output }.joined()
    for word in words { #expect(texts.ranges(of: word).count == 1, "\(word): \(texts)") }
    #expect(diary["entries"]?.array?.count == 4)
  }
}
