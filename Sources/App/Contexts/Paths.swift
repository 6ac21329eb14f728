public import Platform

/// Where things are kept, as the XDG directories have it.
public struct Paths: Sendable {
  public let config: String
  public let journal: String
  public let drafts: String
  /// Held by whoever refreshes the journal.
  let refreshLock: String
  /// Only with `--store file`.
  public let tokens: String
  /// Whether the terminal was light or dark when it was last asked.
  public let background: String
  /// What the name of the usual place means, and the weather that was seen last.
  public let place: String
  public let weather: String

  public init(_ environment: Environment) {
    let home = environment.nonEmpty("HOME") ?? "/"
    func directory(_ variable: String, _ fallback: String) -> String {
      // A path that is not absolute is to be ignored, says the specification.
      let chosen = environment.nonEmpty(variable).flatMap { $0.hasPrefix("/") ? $0 : nil }
      return (chosen ?? "\(home)/\(fallback)") + "/commitdiary"
    }
    config = directory("XDG_CONFIG_HOME", ".config") + "/config.json"
    let data = directory("XDG_DATA_HOME", ".local/share")
    journal = data + "/journal.sqlite"
    tokens = data + "/tokens.json"
    let state = directory("XDG_STATE_HOME", ".local/state")
    drafts = state + "/drafts"
    background = directory("XDG_CACHE_HOME", ".cache") + "/background"
    place = state + "/place.json"
    weather = directory("XDG_CACHE_HOME", ".cache") + "/weather.json"
    refreshLock = state + "/refresh.lock"
  }
}
