import App
import Arguments
import JSON
import Localization
import Platform
import Terminal

/// The questions about the start files of shells, and `setup --undo-shell`.
struct SetupShell {
  let app: App

  func ask(_ dialog: SetupDialog) throws {
    let shells = Shell.used(in: app.environment)
    dialog.begin(.setupShell)
    if shells.isEmpty { dialog.say(.setupShellNone) }
    for shell in shells {
      let file = StartFile(of: shell, in: app.environment)
      do {
        for feature in ShellFeature.allCases { try ask(about: feature, file, dialog) }
      } catch let error as any Error & Explained where !(error is Interrupted) {
        // A start file that cannot be changed does not affect the other shells.
        app.output.explain(error.explanation)
      }
    }
  }

  /// Shows the lines and adds them if the user agrees.
  private func ask(
    about feature: ShellFeature, _ file: StartFile, _ dialog: SetupDialog
  ) throws {
    let name = shown(file.path)
    guard try !file.has(feature) else {
      return dialog.say(
        feature == .completion
          ? .setupCompletionPresent(path: name) : .setupPromptPresent(path: name))
    }
    dialog.say(
      feature == .completion ? .setupCompletionLines(path: name) : .setupPromptLines(path: name))
    for line in try file.lines(adding: feature) {
      app.output.printError(StyledText("  " + line, .faint))
    }
    guard try app.prompts.confirms(.setupShellQuestion, orElse: false) else { return }
    try file.add(feature)
    dialog.say(.setupShellAdded(path: name))
  }

  /// Removes all lines that were added to start files.
  func undo() throws {
    var changed: [String] = []
    for shell in Shell.allCases {
      let file = StartFile(of: shell, in: app.environment)
      guard try file.undo() else { continue }
      changed.append(file.path)
      if !app.options.wantsJSON { app.output.note(.setupShellRemoved(path: shown(file.path))) }
    }
    if app.options.wantsJSON {
      return try app.output.show(["changed": .array(changed.map { .string($0) })])
    }
    if changed.isEmpty { app.output.note(.setupShellNothing) }
  }

  /// The path with `~` for the home folder.
  private func shown(_ path: String) -> String {
    guard let home = app.environment.nonEmpty("HOME"), path.hasPrefix(home + "/") else {
      return path
    }
    return "~" + path.dropFirst(home.count)
  }
}
