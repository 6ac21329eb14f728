import App
import Arguments
import Context
import Diary
import Journal
import Localization
import Views

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
      .map { Candidate($0.name, .message(MeasureWords.title(of: $0))) }
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
        ManualFacts.Item([$0.name], MeasureWords.details(of: $0))
      })
  }
}
