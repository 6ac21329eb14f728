import App
import Arguments
import Context
import Localization

/// `commitdiary jot`: adds a line with its time to today's entry.
struct JotCommand: Command {
  var words: [String] = []
  var moment: MomentArgument?
  var tags: [String] = []

  static let declaration = Declaration<Self>(
    .jotSummary, details: .jotDetails,
    examples: [
      Example("jot Found the slow query"),
      Example("jot 'yesterday 9pm: Slept on it'", .jotExampleColon),
      Example("jot --at yesterday 23:10 Slept on it --tag retro"),
      Example("jot < message.txt"),
    ],
    terminal: .editor { !$0.words.isEmpty },
    [
      .positional(
        "text", .any, placeholder: .message(.placeholderText), help: .argumentJotText
      ) { $0.words.append($1) },
      .option("at", help: .optionJotAt) { $0.moment = $1 },
      .tag(.optionTag) { $0.tags.append($1) },
    ])

  func run(in app: App) async throws {
    let tags = try TextInput.tags(tags)
    if let text = try words.isEmpty ? app.input.piped() : app.input.text(of: words) {
      return try await app.makeAndReport(jot(text, tags: tags, in: app))
    }
    let moment = try app.jots.moment(moment?.text)
    guard app.prompts.isInteractive else {
      throw Explanation(.textMissing, hint: .textMissingWordsHint, status: .usage)
    }
    try await app.report(
      app.jots.ask(at: moment, isChosen: self.moment != nil, tags: tags))
  }
}

extension JotCommand {
  /// The change for a text, which may begin with its time.
  private func jot(_ text: String, tags: [String], in app: App) throws -> DiaryChange {
    guard moment == nil, let found = app.jots.momentInFront(of: text) else {
      return .jot(text, at: try app.jots.moment(moment?.text), tags: tags)
    }
    guard !found.text.isEmpty else {
      throw Explanation(
        .jotOnlyTime(typed: found.moment), hint: .jotOnlyTimeHint(typed: found.moment),
        status: .usage)
    }
    return .jot(found.text, at: try app.jots.moment(found.moment), tags: tags)
  }
}
