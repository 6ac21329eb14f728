import Arguments
import Context
import Localization
import Terminal

/// The options that every command accepts.
struct GlobalOptions: Declared {
  var values = RunOptions()

  static let declaration = Declaration<Self>(
    .programSummary,
    examples: [
      Example("notes add", .notesAddExampleEditor),
      Example("notes list --repo .", .notesListExampleHere),
      Example("search cache", .programExampleSearch),
    ],
    [
      .option("color", help: .optionColor) { $0.values.color = ($1 as ColorArgument).choice },
      .option("lang", help: .optionLanguage) { $0.values.language = ($1 as LanguageArgument).tag },
      .flag("json", help: .optionJSON) { $0.values.wantsJSON = true },
      .flag("quiet", short: "q", help: .optionQuiet) { $0.values.isQuiet = true },
      .flag("verbose", short: "v", help: .optionVerbose) { $0.values.isVerbose = true },
      .flag("yes", short: "y", help: .optionYes) { $0.values.assumesYes = true },
      .flag("offline", help: .optionOffline) { $0.values.isOffline = true },
      .flag("no-input", help: .optionNoInput) { $0.values.hasNoInput = true },
      .flag("no-pager", help: .optionNoPager) { $0.values.hasNoPager = true },
      .option(
        "account", placeholder: .message(.placeholderLogin), help: .aboutAccount,
        completion: .accounts
      ) { $0.values.account = $1 },
      .option(
        "journal", placeholder: .message(.placeholderName), help: .optionJournal,
        completion: .journals
      ) { $0.values.journal = $1 },
    ])
}

/// The values of `--color`.
private enum ColorArgument: String, CaseIterable, ArgumentValue {
  case auto, always, never

  var choice: ColorChoice {
    switch self {
    case .auto: .automatic
    case .always: .always
    case .never: .never
    }
  }
}

/// The tag of a language that has a catalog.
struct LanguageArgument: ArgumentValue {
  let tag: LanguageTag

  init(argument: String) throws(ArgumentProblem) {
    guard let tag = LanguageTag(argument) ?? LanguageTag(named: argument) else {
      throw .expected(.expectLanguage)
    }
    guard !Catalog.serving(tag).isEmpty else {
      throw .expected(.expectChoices(choices: MessageArgument.enumeration(Catalog.names)))
    }
    self.tag = tag
  }

  static var placeholder: DisplayText { .message(.placeholderLanguage) }
  static var choices: [String] { [] }
  static var completion: CompletionKind { .languages }
}
