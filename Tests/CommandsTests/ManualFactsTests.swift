import Arguments
import Testing

@testable import Commands

@Suite struct ManualFactsTests {
  /// The contract with users, in the words of the manual.
  @Test func `the manual lists every variable`() {
    let names = Program.manualFacts.variableNames
    #expect(Set(names).count == names.count)
    for name in [
      "COMMITDIARY_TOKEN", "GH_TOKEN", "GITHUB_TOKEN", "COMMITDIARY_CLIENT_ID",
      "COMMITDIARY_WEB_URL", "COMMITDIARY_API_URL", "COMMITDIARY_FORECAST_URL",
      "COMMITDIARY_ARCHIVE_URL", "COMMITDIARY_AIR_URL", "COMMITDIARY_GEOCODING_URL",
      "COMMITDIARY_OPENWEATHERMAP_URL", "COMMITDIARY_WAQI_URL", "COMMITDIARY_NOW", "LANGUAGE",
      "LC_ALL", "LC_MESSAGES", "LC_TIME", "LANG", "TZ", "https_proxy", "no_proxy", "SSL_CERT_FILE",
      "CURL_CA_BUNDLE", "NO_COLOR", "CLICOLOR_FORCE", "COLORTERM", "TERM", "COLUMNS", "PAGER",
      "VISUAL", "EDITOR", "BROWSER", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME",
      "XDG_CACHE_HOME",
    ] {
      #expect(names.contains(name), "\(name)")
    }
  }
}
