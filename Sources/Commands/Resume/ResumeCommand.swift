import App
import Arguments
import Context
import Localization
import Terminal
import Views

/// `commitdiary resume`: shows where work on a branch was left.
struct ResumeCommand: Command {
  var branch: String?

  static let declaration = Declaration<Self>(
    .resumeSummary, details: .resumeDetails,
    examples: [
      Example("resume"), Example("resume feature/cache"),
    ],
    [
      .positional(
        "branch", .optional, placeholder: .message(.placeholderBranch), help: .argumentBranch
      ) { $0.branch = $1 }
    ])

  func run(in app: App) async throws {
    let answer = try await app.resume.answer(about: branch)
    if app.options.wantsJSON { return try app.output.show(answer.json(on: app.clock.today)) }
    try app.output.show(answer.lines(in: app.context))
    if let remark = await app.repositories.remarkOnForgottenNotes() {
      app.output.note(remark, .warning)
      app.output.note(.tryCommand(command: "commitdiary notes move ID REVISION"), .remark)
    }
  }
}
