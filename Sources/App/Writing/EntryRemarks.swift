import Diary
import Exchange
import Journal
import Localization
import Platform
import Terminal
import Views

/// The remarks below the text of an entry in the editor: the weather of the day, the user's own
/// commits, and the to-dos that were done. They come from the journal and from clones, without a
/// network.
struct EntryRemarks: Sendable {
  let app: App
  let day: Day

  /// The maximum number of commits, and of to-dos.
  private static let limit = 20
  /// How long the editor waits for commits. The history of a large clone takes longer the first
  /// time; its commits are left out then.
  private static let timeLimit = Duration.milliseconds(100)

  func lines() async -> [String] {
    let weather = await weather
    var lines = [
      app.reader.say(.editorRemark), "", app.reader.dateWithWeekday(day),
    ]
    lines += weather.map { [$0] } ?? []
    lines += part(.dayCommits, await commits)
    lines += part(.dayDone, await doneToDos)
    // Commits and places may contain control characters.
    return lines.map { visible($0, ascii: !app.output.screen.unicode) }
  }

  /// A heading and its rows; nothing if there are no rows.
  private func part(_ title: Message, _ rows: [String]) -> [String] {
    guard !rows.isEmpty else { return [] }
    let left = rows.count - Self.limit
    return ["", app.reader.say(title)] + rows.prefix(Self.limit).map { "  " + $0 }
      + (left > 0 ? ["  " + app.reader.say(.editorMore(count: left))] : [])
  }

  private var weather: String? {
    get async {
      let journal = try? await app.journal(for: .reading)
      let saved = try? await journal?.entryIfWritten(on: day)?.weather
      let last =
        day == app.clock.today
        ? app.weather.defaultPlace.flatMap { app.weather.lastWeather(of: $0) } : nil
      let isFresh = last.map { app.clock.day(of: $0.seenAt) == day } ?? false
      let known = WeatherJSON.weather(text: saved ?? nil) ?? (isFresh ? last?.weather : nil)
      return known.map { app.context.sky(of: $0).plain }
    }
  }

  private var doneToDos: [String] {
    get async {
      guard let journal = try? await app.journal(for: .reading),
        let done = try? await journal.toDosDone(from: day, to: day)
      else { return [] }
      return done.map(\.toDo.text)
    }
  }

  private var commits: [String] {
    get async {
      let record: DayRecord? = await withinTimeLimit {
        guard let journal = try? await app.journal(for: .reading) else { return nil }
        return try? await app.days.record(of: day, commitsOf: .all, in: journal)
      }
      return (record?.commits ?? []).map { "\($0.commit.shortSHA)  \($0.commit.subject)" }
    }
  }

  /// The result of `work`, or `nil` if it takes too long. The work may block in a file system, so it
  /// is detached, and continues without a caller then.
  private func withinTimeLimit<Value: Sendable>(
    _ work: @escaping @Sendable () async -> Value?
  ) async -> Value? {
    let answer = FirstAnswer<Value?>()
    Task.detached { answer.give(await work()) }
    Task.detached {
      try? await Task.sleep(for: Self.timeLimit)
      answer.give(nil)
    }
    return await answer.value
  }
}
