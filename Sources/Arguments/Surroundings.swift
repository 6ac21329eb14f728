import Localization

/// What the program reads besides its words, and how it ends, for the manual.
enum Surroundings {
  static var environment: [(names: [String], meaning: Message)] {
    [
      (["COMMITDIARY_NOW"], .environmentNow),
      (
        ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LC_TIME", "LANG", "TZ"], .environmentLanguage
      ),
      (["NO_COLOR", "CLICOLOR_FORCE", "COLORTERM", "TERM"], .environmentColor),
      (["COLUMNS"], .environmentColumns),
      (["PAGER", "VISUAL", "EDITOR"], .environmentPrograms),
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
      ("~/.local/state/commitdiary/drafts/", .fileDrafts),
    ]
  }

  static var statuses: [(status: ExitStatus, meaning: Message)] {
    [
      (.success, .statusSuccess), (.failure, .statusFailure), (.usage, .statusUsage),
      (.notFound, .statusNotFound), (.journal, .statusJournal),
      (.interrupted, .statusInterrupted),
    ]
  }
}
