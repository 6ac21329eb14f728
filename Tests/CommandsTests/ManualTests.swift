import Arguments
import Localization
import Terminal
import Testing

@testable import Commands
@testable import ProgramSupport

/// The pages of help of the program itself.
@Suite(.inProcess) struct HelpTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test(
    arguments: ["en_US.UTF-8", "ko_KR.UTF-8", "ja_JP.UTF-8", "de_DE.UTF-8"], ["--help", "help"])
  func `the first page has the commands of every day, on one small screen`(
    language: String, typed: String
  ) throws {
    let page = try sandbox.run([typed], environment: ["LANG": language, "COLUMNS": "80"]).expect(
      output: "why", "jot", "todo", "today", "undo", "setup", "help all", without: "completion",
      "hook", "lsp", "--offline"
    ).output
    #expect(page.split(separator: "\n", omittingEmptySubsequences: false).count <= 24)
  }

  @Test func `the page of all commands has the others and the global options`() throws {
    try sandbox.run("help", "all").expect(
      output: "why", "completion", "hook", "lsp", "--offline", "Usage  commitdiary [<command>]")
    #expect(try sandbox.run("help", "all", "notes").status == 2)
  }
}

@Suite struct ManualFactsTests {
  /// The names of the variables are part of the contract with users.
  @Test func `the manual lists every variable`() {
    let reader = Reader(LanguagePreference(chosen: nil) { _ in nil })
    let page = ManualPage(
      tree, facts: Program.manualFacts, reader: reader, date: "2026-11-21", version: "1"
    ).roff
    for name in [
      "COMMITDIARY_TOKEN", "GH_TOKEN", "GITHUB_TOKEN", "COMMITDIARY_CLIENT_ID",
      "COMMITDIARY_WEB_URL", "COMMITDIARY_API_URL", "COMMITDIARY_FORECAST_URL",
      "COMMITDIARY_ARCHIVE_URL", "COMMITDIARY_AIR_URL", "COMMITDIARY_GEOCODING_URL",
      "COMMITDIARY_NOW", "LANGUAGE",
      "LC_ALL", "LC_MESSAGES", "LC_TIME", "LANG", "TZ", "https_proxy", "no_proxy", "SSL_CERT_FILE",
      "CURL_CA_BUNDLE", "NO_COLOR", "CLICOLOR_FORCE", "COLORTERM", "TERM", "COLUMNS", "PAGER",
      "VISUAL", "EDITOR", "BROWSER", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME",
      "XDG_CACHE_HOME",
    ] {
      #expect(page.contains("\\fB\(name)\\fR"), "\(name)")
    }
  }
}

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

  @Test(arguments: ["en", "ko", "ja", "de"], [nil, 20, 40, 120])
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
