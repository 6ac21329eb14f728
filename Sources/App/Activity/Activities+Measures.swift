import Context
import Diary
import Exchange
import Journal
package import Localization
import Views

extension Activities {
  /// What the journal has of a measure of the user's texts.
  func activity(of measure: Measure, on span: ClosedRange<Day>) async throws -> Activity {
    let journal = try await app.journal(for: .reading)
    var activity = Activity(
      source: .local, measure: measure, name: app.reader.say(measure.title), days: [])
    switch measure {
    case .temperature, .pm25:
      let weather = try await journal.weather(on: span).compactMap { saved in
        WeatherJSON.weather(text: saved.json).map { (saved.day, $0) }
      }
      for (day, weather) in weather {
        let value = measure == .pm25 ? weather.pm25 : weather.temperature
        if let value, value.isFinite { activity.values[day] = value }
      }
      let scale = app.settings.gradeScale ?? weather.last { $0.1.scale != nil }?.1.scale
      activity.gradeScale = scale ?? .standard(inCountry: nil)
      if activity.values.isEmpty { activity.remarks.append(.measureNoWeather) }
    case .number(let name):
      activity.values = try await journal.numbers(on: span).compactMapValues { $0[name] }
      if activity.values.isEmpty {
        activity.remarks.append(.measureNoNumber(measure: measure.name))
      }
    case .words:
      activity.days = try await journal.words(on: span)
    default:
      activity.days = try await journal.counts(of: measure)
      if case .tag(let tag) = measure, activity.days.isEmpty {
        activity.remarks.append(.measureNoTag(tag: tag))
      }
    }
    return activity
  }
}

extension ActivityOptions {
  /// Checks that the options are valid for a streak. The short form shows no other errors.
  package func checkStreak() throws(Explanation) {
    if let measure, measure.isAveraged {
      throw Explanation(
        .measureNoStreak(measure: measure.name), hint: .measureNoStreakHint(measure: measure.name),
        status: .usage)
    }
    try check()
  }

  /// Checks that the options fit the measure.
  func check() throws(Explanation) {
    if let agents, agents != .with {
      guard user == nil, measure == nil || measure == .commits else {
        throw Explanation(
          .measureOptionUnsuitable(option: "--agents", measure: (measure ?? .contributions).name),
          hint: .measureOptionUnsuitableHint, status: .usage)
      }
    }
    guard let measure else { return }
    let given =
      [
        ("--here", isHere, [.commits]), ("--user", user != nil, [.contributions]),
        ("--local", !paths.isEmpty, [.commits, .contributions]),
        ("--author", author != nil, [.commits]),
      ] as [(String, Bool, [Measure])]
    for (option, isGiven, measures) in given where isGiven && !measures.contains(measure) {
      throw Explanation(
        .measureOptionUnsuitable(option: option, measure: measure.name),
        hint: .measureOptionUnsuitableHint, status: .usage)
    }
  }
}
