import Localization

/// What the program reads besides its words, and how it ends, for the manual.
enum Surroundings {
  static var environment: [(names: [String], meaning: Message)] {
    [
      (["COMMITDIARY_TOKEN", "GH_TOKEN", "GITHUB_TOKEN"], .environmentToken),
      (["COMMITDIARY_CLIENT_ID"], .environmentClientID),
      (["COMMITDIARY_WEB_URL", "COMMITDIARY_API_URL"], .environmentAddresses),
      (
        [
          "COMMITDIARY_FORECAST_URL", "COMMITDIARY_ARCHIVE_URL", "COMMITDIARY_AIR_URL",
          "COMMITDIARY_GEOCODING_URL",
        ], .environmentWeather
      ),
      (["COMMITDIARY_NOW"], .environmentNow),
      (
        ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LC_TIME", "LANG", "TZ"], .environmentLanguage
      ),
      (["NO_COLOR", "CLICOLOR_FORCE", "COLORTERM", "TERM"], .environmentColor),
      (["COLUMNS"], .environmentColumns),
      (["PAGER", "VISUAL", "EDITOR"], .environmentPrograms),
      (["BROWSER"], .environmentBrowser),
      (["https_proxy", "no_proxy", "SSL_CERT_FILE", "CURL_CA_BUNDLE"], .environmentProxy),
      (
        ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"],
        .environmentFolders
      ),
    ]
  }

  static var files: [(path: String, meaning: Message)] {
    [
      ("~/.config/commitdiary/config.json", .fileConfig),
      ("~/.local/share/commitdiary/journal.sqlite", .fileJournal),
      ("~/.local/share/commitdiary/tokens.json", .fileTokens),
      ("~/.local/state/commitdiary/drafts/", .fileDrafts),
    ]
  }

  static var statuses: [(status: ExitStatus, meaning: Message)] {
    [
      (.success, .statusSuccess), (.failure, .statusFailure), (.usage, .statusUsage),
      (.notFound, .statusNotFound), (.authentication, .statusAuthentication),
      (.unavailable, .statusUnavailable), (.journal, .statusJournal),
      (.interrupted, .statusInterrupted),
    ]
  }
}
