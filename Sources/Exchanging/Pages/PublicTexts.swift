import App
import Context
package import Diary
import Exchange
import Journal
import Localization
import Platform
package import Records
import Terminal
import Views

/// Reads the texts that the user has made public, and the activity around them.
///
/// Nothing else goes out: no name of an account, an address or a place, and of a repository only what GitHub
/// has called public.
struct PublicTexts {
  let app: App
  let filter: ArchiveFilter
  /// The user's language, whatever the terminal can show.
  let reader: Reader

  init(app: App, filter: ArchiveFilter) {
    self.app = app
    self.filter = filter
    var preference = LanguagePreference(chosen: app.options.language ?? app.settings.language) {
      app.environment[$0]
    }
    preference.isUTF8 = true
    reader = Reader(preference)
  }

  // MARK: Texts

  /// The days, in order, and the texts on them.
  func days(in journal: isolated Journal) throws -> (days: [PublicDay], texts: [PublishedText]) {
    var days: [Day: PublicDay] = [:]
    var texts: [PublishedText] = []
    for record in try journal.archivedNumbers(filter, byDay: true) {
      let id = try journal.id(of: record)
      func add(_ day: Day, _ text: PublicText, title: String, _ change: (inout PublicDay) -> Void) {
        change(&days[day, default: PublicDay(day: day)])
        let hash = Journal.hash("\(day)\n\(text.title)\n\(text.body)\n\(text.tags)")
        texts.append(
          PublishedText(
            kind: record.kind, id: id, day: day, title: text.title.isEmpty ? title : text.title,
            hash: Hexadecimal.text(Array(hash.prefix(8)))))
      }
      switch record.kind {
      case .entry:
        let entry = try journal.entry(record)
        let text = PublicText(
          id: id, title: entry.text.title, body: entry.text.body,
          tags: visible(entry.text.tags), updatedAt: entry.updatedAt.instant)
        add(entry.day, text, title: entry.text.headline) { day in
          day.entry = text
          day.weather = WeatherJSON.weather(text: entry.weather)
            .map { context.summary(of: $0) }
        }
      case .note:
        let note = try journal.note(record)
        let shown = try publicNote(note, in: journal)
        add(note.day, shown, title: note.shownTitle) { $0.notes.append(shown) }
      case .toDo:
        let toDo = try journal.toDo(record)
        var text = PublicText(
          id: id, title: "", body: toDo.text, tags: visible(toDo.details.tags),
          updatedAt: toDo.updatedAt.instant)
        text.isDone = toDo.isDone
        add(toDo.doneOn ?? toDo.day, text, title: toDo.text) { $0.toDos.append(text) }
      }
    }
    return (days.values.sorted { $0.day < $1.day }, texts)
  }

  /// The tag that opens a text says nothing about it.
  private func visible(_ tags: [String]) -> [String] {
    guard let opening = filter.typedTag.map({ Tag.key($0) }) else { return tags }
    return tags.filter { Tag.key($0) != opening }
  }

  private func publicNote(_ note: Note, in journal: isolated Journal) throws -> PublicText {
    var text = PublicText(
      id: note.id, title: note.text.title, body: EditorText.bodyBelowTitle(of: note.text),
      tags: visible(note.text.tags), updatedAt: note.updatedAt.instant)
    guard let remote = try journal.remote(named: note.repository), !remote.remote.isPrivate else {
      return text
    }
    text.about = note.repository.shortName
    text.url = note.repository.url
    // A commit of a private branch is not on GitHub.
    let commit = try [note.currentCommit, note.commit].compactMap(\.self).first {
      try journal.has($0.sha, in: remote)
    }
    if let commit {
      text.about = "\(note.repository.shortName)@\(commit.shortSHA) \(commit.subject)"
      text.url = note.repository.url(of: commit)
    }
    return text
  }

  // MARK: Activity

  /// Pages do not depend on the terminal in which they are made.
  private var context: ViewContext {
    var context = app.context
    context.screen = .plain()
    context.reader = reader
    context.settings.style = nil
    return context
  }

  /// The last year, or a year of the days that were chosen.
  private func span(until today: Day, firstWeekday: Weekday) throws -> ClosedRange<Day> {
    guard filter.since != nil || filter.until != nil else {
      return try GraphSpan.lastYear.days(until: today, firstWeekday: firstWeekday)
    }
    let last = min(filter.until ?? today, today)
    let first = max(filter.since ?? last - 365, last - 365)
    return try GraphSpan.days(from: min(first, last), to: last)
      .days(until: today, firstWeekday: firstWeekday)
  }

  /// The last year in a picture, and what each day has in words. Nothing is fetched for it.
  func activity() async throws -> (year: YearPicture?, days: [Day: String]) {
    let today = app.clock.today
    let weekday = app.firstWeekday
    let span = try span(until: today, firstWeekday: weekday)
    var activity: Activity
    do {
      activity = try await app.activities.activity(
        ActivityOptions(), on: span, usesNetwork: false)
    } catch let error as Interrupted {
      throw error
    } catch {
      // Texts do not need it.
      return (nil, [:])
    }
    // Otherwise the title would have the name of an account or of a folder.
    activity.name = ""
    let (context, measure) = (context, activity.measure)
    let counts = Dictionary(
      activity.days.compactMap { day in
        day.count.flatMap { $0 > 0 ? (day.day, context.countInWords($0, of: measure)) : nil }
      }, uniquingKeysWith: { $1 })
    let streaks = activity.streaks(
      until: span.upperBound, today: today, excluding: app.settings.excluded)
    let graph = Graph(
      activity: activity, span: span, today: today, firstWeekday: weekday, streaks: streaks)
    guard graph.total > 0 else { return (nil, counts) }
    let halfYear = max(span.lowerBound, span.upperBound - 181)...span.upperBound
    let narrow = Graph(
      activity: activity, span: halfYear, today: today, firstWeekday: weekday, streaks: streaks)
    return (graph.picture(narrow: narrow, in: app.theme, context), counts)
  }
}

/// A text of a public diary, as a list names it.
package struct PublishedText: Hashable, Sendable {
  package var kind: RecordKind
  package var id: Identifier
  package var day: Day
  package var title: String
  /// Of what is shown, to find out what was changed.
  var hash: String
}
