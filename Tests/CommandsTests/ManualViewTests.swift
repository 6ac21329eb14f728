import Arguments
import Localization
import Terminal
import Testing

@testable import Commands

@Suite struct ManualViewTests {
  private func lines(
    _ path: [String], width: Int? = nil, language: String = "en"
  ) -> [StyledText] {
    let reader = Reader(LanguagePreference(chosen: LanguageTag(language)) { _ in nil })
    let page = ManualPage(
      tree, path: path, facts: Program.manualFacts, reader: reader, date: "2026-11-21",
      version: "1")
    return ManualView(page: page, screen: .plain(width: width)).lines()
  }

  @Test func `formats a page like man(1)`() {
    let lines = lines(["notes", "history"]).map(\.plain)
    #expect(lines.first?.hasPrefix("COMMITDIARY-NOTES-HISTORY(1)  ") == true)
    #expect(lines.first?.hasSuffix("  COMMITDIARY-NOTES-HISTORY(1)") == true)
    for line in ["NAME", "EXIT STATUS"] { #expect(lines.contains(line), "\(line)") }
    for beginning in [
      "       commitdiary notes history ", "       See commitdiary(1).", "              ",
    ] {
      #expect(lines.contains { $0.hasPrefix(beginning) }, "\(beginning)")
    }
    #expect(lines.last?.hasPrefix("commitdiary 1") == true)
  }

  @Test(arguments: ["en", "ko", "ja"], [nil, 20, 40, 120])
  func `fits the screen and contains no roff`(
    language: String, width: Int?
  ) {
    for path in [[], ["notes", "add"], ["graph"], ["config", "set"]] {
      for line in lines(path, width: width, language: language) {
        #expect(line.width(on: .plain()) <= width ?? 80, "\(line.plain)")
        for roff in ["\\-", "\\f", "\\(", ".SH", ".TP"] {
          #expect(!line.plain.contains(roff), "\(line.plain)")
        }
      }
    }
  }
}
