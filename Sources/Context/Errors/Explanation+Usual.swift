package import Diary
package import Localization
import Platform
package import Views

// What is thrown in more than one place, or told apart where it is caught.

extension Explanation {
  // MARK: Texts. The program never changes a text to make it acceptable.

  package static let textEmpty = Explanation(.textEmpty, status: .usage)
  /// No text was given, and there is no terminal to open an editor on.
  package static let textMissing = Explanation(
    .textMissing, hint: .textMissingHint, status: .usage)
  /// - Parameter command: one with options for the text.
  package static func textMissing(in command: String) -> Explanation {
    Explanation(.textMissing, hint: .textOptionsHint(command: command), status: .usage)
  }
  package static let templateUntouched = Explanation(.templateUntouched, status: .usage)
  package static let templateWithoutEditor = Explanation(.templateWithoutEditor, status: .usage)
  package static let toDoTextMissing = Explanation(
    .toDoTextMissing, hint: .textMissingWordsHint, status: .usage)

  // MARK: Questions

  /// The session is not interactive.
  package static let cannotConfirm = Explanation(
    .confirmationMissing, hint: .hintAddOption(option: "--yes"), status: .usage)

  /// - Parameter option: the option to use instead.
  package static func cannotChoose(option: String) -> Explanation {
    Explanation(
      .pickerMissing(option: option), hint: .hintAddOption(option: option), status: .usage)
  }

  /// The user answered no, or left the prompt.
  package static let declined = Explanation(.declined)

  // MARK: What was named

  package static func daysInWrongOrder(since: Day, until: Day) -> Explanation {
    Explanation(
      .daysInWrongOrder(since: since, until: until), hint: .daysInWrongOrderHint, status: .usage)
  }

  /// - Parameter option: the option with an empty name of a file or folder.
  package static func noFileName(option: String) -> Explanation {
    Explanation(.fileNameMissing(option: option), status: .usage)
  }

  package static func badRepository(_ typed: String) -> Explanation {
    Explanation(
      .repositoryBad(typed: AddressRedaction.hidingSecrets(typed)), hint: .repositoryHint,
      status: .usage)
  }

  /// A clone without a remote has no page on GitHub and cannot be refreshed.
  package static func notOnGitHub(_ repository: Repository) -> Explanation {
    Explanation(
      .repositoryNotHosted(repository: repository.shortName), hint: .repositoryHint,
      status: .usage)
  }

  /// There is no clone at this path. The hint depends on the command.
  package static func noClone(at path: String, hint: Message) -> Explanation {
    Explanation(.cloneMissing(path: path), hint: hint, status: .usage)
  }

  package static func noNoteOnCommit(_ typed: String) -> Explanation {
    Explanation(
      .noteOnCommitMissing(typed: typed),
      hint: .tryCommand(command: "commitdiary notes add --commit \(typed)"),
      status: .notFound)
  }

  // MARK: Accounts

  package static let offline = Explanation(
    .networkNeeded, hint: .networkNeededHint, status: .unavailable)
  package static let tokenMissing = Explanation(
    .tokenMissing, hint: .tryCommand(command: "commitdiary login --with-token < token.txt"),
    status: .usage)
  package static let tokenUnusable = Explanation(
    .tokenUnusable, hint: .tryCommand(command: "commitdiary login --with-token < token.txt"),
    status: .usage)

  package static func notLoggedIn(host: String) -> Explanation {
    Explanation(.notLoggedIn(host: host), hint: loginHint(host), status: .authentication)
  }

  package static func loginHint(_ host: String) -> Message {
    host == Account.defaultHost
      ? .notLoggedInHint : .tryCommand(command: "commitdiary login --host \(host)")
  }

  /// The environment or a command supplies the token, so `login` and `logout` have no effect.
  package static func tokenOverridden(by origin: TokenOrigin) -> Explanation {
    let command: String
    if case .environment(let variable) = origin {
      command = "unset \(variable)"
    } else {
      command = "commitdiary config unset github.tokenCommand"
    }
    return Explanation(
      .tokenOverridden(source: origin.name), hint: .tokenOverriddenHint(command: command))
  }
}
