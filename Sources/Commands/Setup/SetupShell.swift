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
    var refusedNames: Set<ShellFeature> = []
    for shell in shells {
      let file = StartFile(of: shell, in: app.environment)
      do {
        for feature in ShellFeature.allCases where !refusedNames.contains(feature) {
          let isRefused = try !ask(about: feature, file, dialog)
          // A name that is not wanted in one shell is not offered for the next.
          if isRefused, case .shortName = feature { refusedNames.insert(feature) }
        }
      } catch let error as any Error & Explained where !(error is Interrupted) {
        // A start file that cannot be changed does not affect the other shells.
        app.output.explain(error.explanation)
      }
    }
  }

  /// Shows the lines and adds them if the user agrees. Returns `false` if the user declines.
  private func ask(
    about feature: ShellFeature, _ file: StartFile, _ dialog: SetupDialog
  ) throws -> Bool {
    let name = shown(file.path)
    let (present, offer): (Message, Message) =
      switch feature {
      case .completion: (.setupCompletionPresent(path: name), .setupCompletionLines(path: name))
      case .prompt: (.setupPromptPresent(path: name), .setupPromptLines(path: name))
      case .shortName(let short):
        (
          .setupShortNamePresent(path: name, name: short.rawValue),
          .setupShortNameLines(name: short.rawValue, command: short.command, path: name)
        )
      }
    guard try !file.has(feature) else {
      dialog.say(present)
      return true
    }
    if case .shortName(let short) = feature,
      let owner = short.owner(in: file.shell, app.environment)
    {
      dialog.say(.setupShortNameTaken(name: short.rawValue, path: shown(owner)))
      return true
    }
    dialog.say(offer)
    for line in try file.lines(adding: feature) {
      app.output.printError(StyledText("  " + line, .faint))
    }
    guard try app.prompts.confirms(.setupShellQuestion, orElse: false) else { return false }
    try file.add(feature)
    dialog.say(.setupShellAdded(path: name))
    return true
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
