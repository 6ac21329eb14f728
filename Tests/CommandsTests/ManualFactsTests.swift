import Arguments
import Localization
import Testing

@testable import Commands

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
