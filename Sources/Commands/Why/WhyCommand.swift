import App
import Arguments
import Context
import Diary
import JSON
import Localization
import Terminal
import Views

/// `commitdiary why`: shows the commits that wrote lines of a file, with their notes and days.
struct WhyCommand: Command {
  var target: String?
  var commit: String?
  var printsSigns = false

  static let declaration = Declaration<Self>(
    .whySummary, details: .whyDetails,
    examples: [
      Example("why src/cache.c:120"),
      Example("why src/cache.c:10-20"),
      Example("why src/cache.c"),
      Example("why HEAD~2"),
      Example("why --signs src/cache.c"),
    ],
    exclusive: [["signs", "commit"]],
    [
      .positional(
        "target", .optional, placeholder: .message(.placeholderWhy), help: .argumentWhy,
        completion: .fileLines
      ) { $0.target = $1 },
      .option(
        "commit", short: "c", placeholder: .message(.placeholderCommit), help: .optionWhyCommit,
        completion: .commits
      ) { $0.commit = $1 },
      .flag("signs", help: .optionSigns) { $0.printsSigns = true },
    ])

  func run(in app: App) async throws {
    let answer: WhyAnswer
    switch (target, commit) {
    case (let target?, nil) where printsSigns: return try await showSigns(of: target, in: app)
    case (let target?, nil): answer = try await app.why.answer(to: target)
    case (nil, let commit?) where !printsSigns:
      answer = try await app.why.answer(toCommit: commit)
    default: throw Explanation(.whyOneTarget, hint: .whyHint, status: .usage)
    }
    if app.options.wantsJSON { return try app.output.show(answer.json(on: app.clock.today)) }
    try app.output.show(answer.lines(in: app.context))
    guard !answer.hasNotes, let commit = answer.reasons.first?.commit else { return }
    app.output.note(.whyNoNotes(sha: commit.shortSHA, count: answer.reasons.count), .remark)
  }

  /// Prints a line for each line of the file with a note, as compilers print errors: editors read that.
  private func showSigns(of target: String, in app: App) async throws {
    let (path, signs) = try await app.why.signs(of: target)
    if app.options.wantsJSON {
      let json = signs.flatMap { sign in
        sign.lines.map { line -> JSONValue in
          [
            "file": .string(path), "line": .integer(line), "title": .string(sign.title),
            "notes": .integer(sign.notes),
          ]
        }
      }
      return try app.output.show(["signs": .array(json)])
    }
    try app.output.show(
      signs.flatMap { sign in
        let more = sign.notes > 1 ? " (+\(sign.notes - 1))" : ""
        return sign.lines.map { StyledText("\(path):\($0):1: \(sign.title)\(more)") }
      })
  }
}
