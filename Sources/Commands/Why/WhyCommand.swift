import App
import Arguments
import Diary
import Localization
import Terminal
import Views

/// `commitdiary why`: shows the commits that wrote lines of a file, with their notes and days.
struct WhyCommand: Command {
  var target = ""

  static let declaration = Declaration<Self>(
    .whySummary, details: .whyDetails,
    examples: [
      Example("why src/cache.c:120", .whyExampleLine),
      Example("why src/cache.c:10-20", .whyExampleLines),
      Example("why src/cache.c", .whyExampleFile),
      Example("why HEAD~2", .whyExampleCommit),
    ],
    [
      .positional(
        "target", placeholder: .message(.placeholderWhy), help: .argumentWhy,
        completion: .fileLines
      ) { $0.target = $1 }
    ])

  func run(in app: App) async throws {
    let answer = try await app.why.answer(to: target)
    if app.options.wantsJSON { return try app.output.show(answer.json(on: app.clock.today)) }
    try app.output.show(WhyView(answer: answer, context: app.context).lines())
    guard !answer.hasNotes, let commit = answer.reasons.first?.commit else { return }
    app.output.note(.whyNoNotes(sha: commit.shortSHA, count: answer.reasons.count), .faint)
  }
}
