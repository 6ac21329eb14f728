import App
import Arguments
import Context
import Localization
import Terminal
import Views

/// `commitdiary notes mirror`: writes the notes of the clone to a notes reference of git, and reads
/// what others write there.
struct NotesMirror: Command {
  var action = MirrorAction.status
  var reference: String?
  var remote: String?

  static let declaration = Declaration<Self>(
    .notesMirrorSummary, details: .notesMirrorDetails,
    examples: [
      Example("notes mirror on"),
      Example("notes mirror on --push origin"),
      Example("notes mirror"),
    ],
    [
      .positional("action", .optional, help: .argumentMirrorAction) { $0.action = $1 },
      .option("ref", placeholder: .message(.placeholderReference), help: .optionMirrorReference) {
        $0.reference = $1
      },
      .option("push", placeholder: .message(.placeholderRemote), help: .optionMirrorPush) {
        $0.remote = $1
      },
    ])

  func run(in app: App) async throws {
    if action != .on {
      let given = [("--ref", reference), ("--push", remote)]
      for case (let option, let value?) in given {
        let words = [option, value].map(ShellWords.quoted).joined(separator: " ")
        throw Explanation(
          .mirrorNeedsOn(option: option),
          hint: .tryCommand(command: "commitdiary notes mirror on \(words)"),
          status: .usage)
      }
    }
    let state: MirrorState
    switch action {
    case .on:
      state = try await app.noteMirror.turnOn(reference, pushingTo: remote)
      await app.clones.rememberHere()
    case .off: state = try await app.noteMirror.turnOff()
    case .status: state = try await app.noteMirror.status()
    }
    if app.options.wantsJSON { return try app.output.show(state.json) }
    if app.options.isQuiet, action != .status { return }
    try app.output.show(state.lines(in: app.context))
    if action == .on, let reference = state.reference {
      app.output.note(
        .tryCommand(command: "git log --notes=\(String(reference.dropFirst("refs/notes/".count)))"),
        .remark)
    }
    if action == .off, let reference = state.reference {
      app.output.note(.mirrorOffHint(reference: reference), .remark)
    }
  }
}

/// What `notes mirror` does.
enum MirrorAction: String, CaseIterable, ArgumentValue {
  case on, off, status
}
