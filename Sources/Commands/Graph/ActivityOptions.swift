import App
import Arguments
import Context
import Diary
import Journal
import Localization
import Platform
import Views

/// A command that can be narrowed to the clone in the working directory.
protocol NarrowsToClone: Sendable {
  var isHere: Bool { get set }
}

extension Parameter where Options: NarrowsToClone {
  static var here: Parameter { .flag("here", help: .optionHere) { $0.isHere = true } }
}

/// The options that `graph` and `streak` share.
protocol HasActivityOptions: NarrowsToClone {
  var activity: ActivityOptions { get set }
}

extension HasActivityOptions {
  var isHere: Bool {
    get { activity.isHere }
    set { activity.isHere = newValue }
  }
}

extension Parameter where Options: HasActivityOptions {
  static var user: Parameter {
    .option(
      "user", short: "u", placeholder: .message(.placeholderLogin), help: .optionUser,
      completion: .users
    ) { $0.activity.user = $1 }
  }

  static var local: Parameter {
    .option(
      "local", placeholder: .message(.placeholderPath), help: .optionLocal, arity: .upToNextOption,
      completion: .directories
    ) { $0.activity.paths.append($1) }
  }

  static var agents: Parameter { .agents { $0.activity.agents = $1 } }

  static var author: Parameter {
    .option("author", placeholder: .message(.placeholderAuthor), help: .optionGraphAuthor) {
      $0.activity.author = $1
    }
  }
}

extension Parameter {
  /// Which commits are counted or shown, by the marks of agents.
  static func agents(
    _ write: @escaping @Sendable (inout Options, AgentFilter) -> Void
  ) -> Parameter {
    .option("agents", help: .optionAgents) { write(&$0, $1) }
  }
}

/// The name of a measure: `words`, `tag:perf`.
struct MeasureArgument: ArgumentValue {
  let measure: Measure

  init(argument: String) throws(ArgumentProblem) {
    guard let measure = Measure(name: argument) else {
      let names = Measure.named.map(\.name)
      throw argument.hasPrefix("tag:")
        ? .expected(.expectTagName) : .choices(names + ["tag:NAME", "NAME::"])
    }
    self.measure = measure
  }

  static var placeholder: DisplayText { .message(.placeholderMeasure) }
  static var completion: CompletionKind { .measures }
}

extension Parameter where Options: HasActivityOptions {
  static var measure: Parameter { measure(.optionMeasure) }

  /// A measure that has streaks.
  static var countedMeasure: Parameter {
    measure(.optionCountedMeasure, completion: .countedMeasures)
  }

  private static func measure(_ help: Message, completion: CompletionKind? = nil) -> Parameter {
    .option("of", help: help, completion: completion) {
      $0.activity.measure = ($1 as MeasureArgument).measure
    }
  }
}

extension App {
  /// The completions of `--of`: all measures, the tags in use, and the numbers of the last year. Only
  /// what is counted has a streak.
  func measureCandidates(counted: Bool = false) async -> [Candidate] {
    let journal = try? await journal(for: .reading)
    let tags = (try? await journal?.tags()) ?? []
    let days =
      counted ? nil : try? await journal?.numbers(on: (clock.today - 366)...clock.today)
    let numbers = Set((days ?? [:]).values.flatMap(\.keys))
    return Measure.named.filter { !counted || !$0.isAveraged }
      .map { Candidate($0.name, .message($0.title)) }
      + tags.map { Candidate("tag:" + $0) }
      + numbers.sorted().map { Candidate($0 + "::") }
  }
}

/// The chapter of the manual about measures.
enum MeasureManual {
  static func chapter(of command: String) -> ManualFacts.Chapter {
    let measures =
      Measure.named.filter { command == "graph" || !$0.isAveraged } + [.tag("NAME")]
      + (command == "graph" ? [.number("NAME")] : [])
    return ManualFacts.Chapter(
      path: [command], heading: .manualMeasures,
      items: measures.map {
        ManualFacts.Item([$0.name], $0.details)
      })
  }
}

extension Parameter {
  static func svg(help: Message, _ set: @escaping @Sendable (inout Options, String) -> Void) -> Self
  {
    .option(
      "svg", placeholder: .message(.placeholderFile), help: help, completion: .files, set)
  }
}

extension App {
  /// Writes a picture to a file, or with `-` to standard output.
  func write(_ picture: String, asPicture path: String) throws {
    if path == "-" {
      // Only one document can be written to standard output.
      guard !options.wantsJSON else {
        throw Explanation(.outputTwice, hint: .outputTwiceHint, status: .usage)
      }
      return try output.write(picture)
    }
    guard !path.isEmpty else { throw Explanation.noFileName(option: "--svg") }
    try File.write(Array(picture.utf8), to: directory.file(path))
    output.note(.pictureWritten(path: path))
  }
}
