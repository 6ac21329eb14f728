import Journal
package import Localization
package import Platform

/// The paths of all files, according to the XDG base directory specification.
package struct Paths: Sendable {
  package let config: String
  /// The name of the journal; `nil` for the usual one.
  package let journalName: String?
  /// Where the other journals are, each in a folder with its name.
  package let journals: String
  package let journal: String
  package let drafts: String
  /// Locked while a refresh is running.
  package let refreshLock: String
  /// A copy of the remote of the diary.
  package let syncClone: String
  /// Locked while the diary is exchanged with its remote.
  package let syncLock: String
  /// Locked by the process that waits for the end of the user's changes, to exchange them then.
  package let syncWaiting: String
  /// Written when that process starts an exchange.
  package let syncTried: String
  /// Exists while a copy of the journal is made, and after one that failed.
  package let copyTried: String
  /// Whether git may use the settings of certain clones to reach remotes.
  package let transportAnswers: String
  /// Used only with `--store file`.
  package let tokens: String
  /// The keys of the shared diary, with `--store file`.
  package let syncKeys: String
  /// What a shared diary has beside the journal; `nil` if there is nothing.
  package var syncRemains: String? {
    if File.isDirectory(syncClone) { return syncClone }
    return File.exists(syncKeys) ? syncKeys : nil
  }
  /// A text with which the editor opens.
  package func template(_ name: String) -> String {
    "\(File.directory(of: config))/templates/\(name).md"
  }

  /// Names of templates are names of files: letters, digits, `-` and `_`.
  package static func isTemplateName(_ name: String) -> Bool {
    !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
  }

  /// Whether each terminal reported a light or dark background.
  package let background: String
  /// Exists once `setup` has been offered.
  package let setupOffer: String
  /// The coordinates of the default place, and the last weather that was fetched.
  package let place: String
  package let weather: String
  /// The last failure of the weather service.
  package let weatherPause: String

  /// Throws if `HOME` is no absolute path: each working directory would have a diary of its own.
  ///
  /// - Parameter journalName: the journal, which has a folder with all that is its own.
  package init(_ environment: Environment, journal journalName: String? = nil) throws(Explanation) {
    guard let home = environment.nonEmpty("HOME") else {
      throw Explanation(.homeMissing, hint: .homeHint, status: .usage)
    }
    guard home.hasPrefix("/") else {
      throw Explanation(.homeRelative(path: home), hint: .homeHint, status: .usage)
    }
    func directory(_ variable: String, _ fallback: String) -> String {
      // The specification says that relative paths must be ignored.
      let chosen = environment.nonEmpty(variable).flatMap { $0.hasPrefix("/") ? $0 : nil }
      return (chosen ?? "\(home)/\(fallback)") + "/commitdiary"
    }
    config = directory("XDG_CONFIG_HOME", ".config") + "/config.json"
    let data = directory("XDG_DATA_HOME", ".local/share")
    let state = directory("XDG_STATE_HOME", ".local/state")
    let cache = directory("XDG_CACHE_HOME", ".cache")
    self.journalName = journalName
    journals = data + "/journals"
    tokens = data + "/tokens.json"
    place = state + "/place.json"
    setupOffer = state + "/setup-offered"
    background = cache + "/background"
    weather = cache + "/weather.json"
    weatherPause = cache + "/weather-failure.json"
    let own = journalName.map { "\(data)/journals/\($0)" }
    journal = (own ?? data) + "/journal.sqlite"
    syncClone = Journal.syncClone(ofJournalAt: journal)
    syncLock = Journal.syncLock(ofJournalAt: journal)
    syncKeys = (own ?? data) + "/sync.keys"
    drafts = (own ?? state) + "/drafts"
    refreshLock = (own ?? state) + "/refresh.lock"
    syncWaiting = (own ?? state) + "/sync-waiting.lock"
    syncTried = (own ?? state) + "/sync-tried"
    copyTried = (own ?? state) + "/copy-tried"
    transportAnswers = (own ?? state) + "/transport-settings"
  }
}
