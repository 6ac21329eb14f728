import App
import Arguments
import Context
import JSON
import Localization
import Platform
import Terminal

/// The question about the start files of shells, and `setup --undo-shell`.
struct SetupShell {
  let app: App

  /// A start file, and the features that it could have.
  private struct Offer {
    var file: StartFile
    var features: [ShellFeature] = []
    /// Whether it has others already. The user has answered this question before, so nothing is
    /// added without being named.
    var hasFeatures = false
  }

  /// Asks which features to add, and adds them.
  ///
  /// - Returns: the login shell, if something was added for it.
  func ask(_ dialog: SetupDialog) throws -> Shell? {
    dialog.begin(.setupShell)
    let offers = offers(dialog)
    guard !offers.isEmpty else { return nil }
    let all = ShellFeature.allCases.filter { feature in
      offers.contains { $0.features.contains(feature) }
    }
    let paths = offers.map { app.shortened($0.file.path) }
    guard !all.isEmpty else {
      dialog.say(.setupShellPresent(paths: MessageArgument.enumeration(paths)))
      return nil
    }
    let isNew = offers.allSatisfy { !$0.hasFeatures }
    let files = MessageArgument.enumeration(paths)
    dialog.say(isNew ? .setupShellAbout(paths: files) : .setupShellMore(paths: files))
    dialog.say(
      table: all.map { [StyledText("  " + $0.name, .accent), meaning(of: $0)] })
    let wanted = try choice(among: all, isNew: isNew, dialog)
    var added: [Shell] = []
    for offer in offers {
      let features = offer.features.filter(wanted.contains)
      guard !features.isEmpty else { continue }
      do {
        for feature in features { try offer.file.add(feature) }
        added.append(offer.file.shell)
        dialog.say(.setupShellAdded(path: app.shortened(offer.file.path)), .remark)
      } catch let error as any Error & Explained where !(error is Interrupted) {
        app.output.explain(error.explanation)
      }
    }
    return offers.first.flatMap { added.contains($0.file.shell) ? $0.file.shell : nil }
  }

  /// The start files of the user's shells, the login shell's first. A file that cannot be read is
  /// named and left out.
  private func offers(_ dialog: SetupDialog) -> [Offer] {
    let shells = Shell.used(in: app.environment)
    if shells.isEmpty { dialog.say(.setupShellNone) }
    var named: Set<String> = []
    return shells.compactMap { shell in
      var offer = Offer(file: StartFile(of: shell, in: app.environment))
      do {
        for feature in ShellFeature.allCases {
          if try offer.file.has(feature) {
            offer.hasFeatures = true
          } else if let owner = feature.owner(in: shell, app.environment) {
            let taken = Message.setupShortNameTaken(
              name: feature.name, path: app.shortened(owner))
            if named.insert(feature.name + owner).inserted { dialog.say(taken) }
          } else {
            offer.features.append(feature)
          }
        }
        return offer
      } catch {
        if let error = error as? any Explained { app.output.explain(error.explanation) }
        return nil
      }
    }
  }

  /// Asks until every word is the name of a feature. Enter takes all if nothing was added before,
  /// `-` none.
  private func choice(
    among features: [ShellFeature], isNew: Bool, _ dialog: SetupDialog
  ) throws -> [ShellFeature] {
    let names = features.map(\.name)
    let prompt: Message =
      isNew ? .setupPromptSuggestion(value: names.joined(separator: " ")) : .setupPrompt
    while true {
      guard let line = try app.prompts.ask(prompt) else { throw EndOfAnswers() }
      let words = line.split { $0.isWhitespace || $0 == "," }.map { $0.lowercased() }
      if words.isEmpty { return isNew ? features : [] }
      if words == ["-"] || app.prompts.words(.noWords).contains(words.joined()) { return [] }
      if app.prompts.words(.yesWords).contains(words.joined()) { return features }
      let unknown = words.filter { !names.contains($0) }
      if unknown.isEmpty { return features.filter { words.contains($0.name) } }
      app.output.explain(
        Explanation(
          .setupShellUnknown(word: unknown[0]),
          hint: .expectChoices(choices: MessageArgument.enumeration(names)), status: .usage))
    }
  }

  private func meaning(of feature: ShellFeature) -> StyledText {
    switch feature {
    case .completion: app.output.styled(.setupShellCompletion, .remark)
    case .prompt: app.output.styled(.setupShellPrompt, .remark)
    case .shortName(let name): StyledText(name.command, .remark)
    }
  }

  /// Removes all lines that were added to start files.
  func undo() throws {
    var changed: [String] = []
    for shell in Shell.allCases {
      let file = StartFile(of: shell, in: app.environment)
      guard try file.undo() else { continue }
      changed.append(file.path)
      if !app.options.wantsJSON {
        app.output.note(.setupShellRemoved(path: app.shortened(file.path)))
      }
    }
    if app.options.wantsJSON {
      return try app.output.show(["changed": .array(changed.map { .string($0) })])
    }
    if changed.isEmpty { app.output.note(.setupShellNothing) }
  }
}

extension ShellFeature {
  /// What the user types to choose it.
  fileprivate var name: String {
    switch self {
    case .completion: "completion"
    case .prompt: "prompt"
    case .shortName(let name): name.rawValue
    }
  }

  /// What has the short name already.
  fileprivate func owner(in shell: Shell, _ environment: Environment) -> String? {
    guard case .shortName(let name) = self else { return nil }
    return name.owner(in: shell, environment)
  }
}

extension App {
  /// The path with `~` for the home folder.
  func shortened(_ path: String) -> String {
    guard let home = environment.nonEmpty("HOME"), path.hasPrefix(home + "/") else { return path }
    return "~" + path.dropFirst(home.count)
  }
}
