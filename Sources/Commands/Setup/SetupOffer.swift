import App
import Context
import Localization
import Platform
import Terminal

/// The offer of `commitdiary` without arguments to run `setup`, on a terminal with neither a config
/// file nor a journal.
struct SetupOffer {
  let app: App

  /// Whether the user accepts the offer. It is made once: that it was made is saved before the
  /// question is asked, and if it cannot be saved, there is no offer.
  func isAccepted() throws -> Bool {
    guard app.prompts.isInteractive, app.output.screen.isTerminal, !app.options.wantsJSON,
      !app.options.isQuiet, !File.exists(app.paths.config), !File.exists(app.paths.journal),
      !File.exists(app.paths.setupOffer)
    else { return false }
    do {
      try File.makeDirectory(File.directory(of: app.paths.setupOffer))
      try File.create(app.paths.setupOffer)
    } catch {
      return false
    }
    if try app.prompts.confirms(.setupOffer, orElse: true) { return true }
    app.output.note(.setupLater)
    return false
  }
}
