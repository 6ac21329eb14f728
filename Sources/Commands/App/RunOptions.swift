import Localization
import Terminal

/// What can be said before or after any command, whichever way it was said.
struct RunOptions: Sendable {
  var color = ColorChoice.automatic
  var language: LanguageTag?
  var wantsJSON = false
  var isQuiet = false
  var isVerbose = false
  var saysYes = false
  var hasNoInput = false
  var hasNoPager = false
  var isOffline = false
  /// One of several accounts.
  var account: String?

  init() {}
}
