import App
import Arguments
import Diary
import Journal
import Localization

/// `commitdiary jot`: adds a line with its time to today's entry.
struct JotCommand: Command {
  var words: [String] = []
  var moment: MomentArgument?
  var tags: [String] = []

  static let declaration = Declaration<Self>(
    .jotSummary, details: .jotDetails,
    examples: [
      Example("jot Found the slow query", .jotExample),
      Example("jot --at 'yesterday 23:10' Slept on it --tag retro", .jotExampleAt),
      Example("jot < message.txt", .jotExamplePipe),
    ],
    [
      .positional(
        "text", .any, placeholder: .message(.placeholderText), help: .argumentJotText
      ) { $0.words.append($1) },
      .option("at", help: .optionJotAt) { $0.moment = $1 },
      .option("tag", help: .optionTag, arity: .repeated, completion: .tags) { $0.tags.append($1) },
    ])

  func run(in app: App) async throws {
    let moment = try app.jots.moment(moment?.text)
    let tags = try TextInput.tags(tags)
    if let text = try words.isEmpty ? app.input.piped() : app.input.text(of: words) {
      return try await app.makeAndReport(.jot(text, at: moment, tags: tags))
    }
    guard app.prompts.isInteractive else {
      throw Explanation(.textMissing, hint: .textMissingWordsHint, status: .usage)
    }
    try await app.report(
      app.jots.ask(at: moment, isChosen: self.moment != nil, tags: tags))
  }
}

/// A day, a time or both, as typed.
struct MomentArgument: ArgumentValue {
  let text: String

  init(argument: String) { text = argument }

  static var placeholder: DisplayText { .message(.placeholderTime) }
  static var completion: CompletionKind { .days }
}
