package import Context
import Diary
import Journal
import Localization
import Platform
import Terminal

/// Adds single paragraphs to entries, each with its time and in the order of times, without an editor
/// and without waiting for anything but the journal. The next command that shows weather adds that of the day.
package struct JotWriting: Sendable {
  let app: App

  /// The day and the time that were typed, else the current ones.
  ///
  /// A day without a time means no time, unless it is today.
  package func moment(_ typed: String?) throws -> DayAndTime {
    let now = DayAndTime(day: app.clock.today, time: app.clock.now.time)
    guard let typed else { return now }
    let moment = try app.calendar.dayAndTime(
      typed, now: app.clock.now, endOfDay: app.clock.endOfDay)
    return moment == DayAndTime(day: now.day, time: nil) ? now : moment
  }

  /// The phrase for a past day or time in front of a text, and the text behind its colon:
  /// `yesterday 9pm` and `Slept` of `yesterday 9pm: Slept`.
  ///
  /// As in jrnl, a day alone counts, as in “Today: was good”, and only the first line is looked at.
  /// What is more likely a text does not count: a phrase for several days or for the future, a word
  /// of one character (`水：500ml` is not Wednesday), and digits without a time (`1.2: the release`).
  package func momentInFront(of text: String) -> (moment: String, text: String)? {
    let line = text.prefix { !$0.isNewline }.prefix(100)
    let colon = line.indices.first { index in
      guard line[index] == ":" || line[index] == "：", index > line.startIndex else { return false }
      let next = text[text.index(after: index)...].first
      let isInTime = line[line.index(before: index)].isNumber && next?.isNumber == true
      return next?.isWhitespace != false || line[index] == "：" && !isInTime
    }
    guard let colon else { return nil }
    let typed = String(line[..<colon].trimmed)
    guard typed.count > 1, typed.contains(where: { $0.isLetter || $0 == ":" || $0 == "：" }),
      let moment = try? moment(typed), moment.day <= app.clock.today,
      moment.time != nil
        || (try? app.calendar.span(typed)).map({ $0 == moment.day...moment.day })
          == true
    else { return nil }
    return (typed, String(text[text.index(after: colon)...].trimmed))
  }

  /// The paragraph for a text.
  func paragraph(_ text: String, at time: TimeOfDay?) -> String {
    (time.map { app.reader.timeInText($0) + " " } ?? "") + text.trimmed
  }

  private func save(
    _ text: String, at moment: DayAndTime, tags: [String]
  ) async throws -> ChangeResult {
    try await app.changes.make(.jot(text, at: moment, tags: tags))
  }

  // MARK: Asking

  /// Asks for the text in one line, and saves it. A text that is not saved becomes a draft, with
  /// which the next question begins.
  ///
  /// - Parameter isChosen: whether the user has chosen the moment. Only drafts of the same day are
  ///   continued then.
  package func ask(
    at moment: DayAndTime, isChosen: Bool, tags: [String]
  ) async throws -> ChangeResult {
    try await app.cancellingOnSignal {
      try await askForText(at: moment, isChosen: isChosen, tags: tags)
    }
  }

  private func askForText(
    at moment: DayAndTime, isChosen: Bool, tags: [String]
  ) async throws -> ChangeResult {
    let unfinished = app.drafts.unfinished().first { unfinished in
      guard let jot = unfinished.draft.jot, app.prompts.canEditLines else { return false }
      return !unfinished.text.allSatisfy(\.isWhitespace) && (!isChosen || jot.day == moment.day)
    }
    guard let unfinished, let jot = unfinished.draft.jot,
      let draft = try app.drafts.take(unfinished)
    else {
      return try await askAgain(at: moment, tags: tags)
    }
    app.output.note(.jotDraftContinued(path: unfinished.path), .remark)
    return try await finish(
      draft, unfinished.text, at: isChosen ? moment : DayAndTime(day: jot.day, time: jot.time),
      tags: jot.tags + tags)
  }

  private func askAgain(at moment: DayAndTime, tags: [String]) async throws -> ChangeResult {
    func keptDraft(_ text: String) throws -> String {
      try app.drafts.begin(
        Draft(
          .jot(on: moment.day, at: moment.time, tags: tags), original: "",
          startedAt: app.clock.now.instant), text: text
      ).path
    }
    switch try answer("", at: moment) {
    case .interrupted(let text):
      guard !text.allSatisfy(\.isWhitespace) else { throw Interrupted() }
      throw Explanation(of: Interrupted(), draftKept: try keptDraft(text))
    case .entered(let text):
      guard !text.allSatisfy(\.isWhitespace) else { throw Explanation.textEmpty }
      do {
        return try await save(text, at: moment, tags: tags)
      } catch {
        throw Explanation(of: error, draftKept: try keptDraft(text))
      }
    }
  }

  /// Continues a draft. If the user empties it, it is removed; after Ctrl-C it stays.
  private func finish(
    _ draft: consuming Drafts.Open, _ text: String, at moment: DayAndTime, tags: [String]
  ) async throws -> ChangeResult {
    let path = draft.path
    func keep(_ text: String) throws { try File.writeAtomically(Array(text.utf8), to: path) }
    let saved: ChangeResult
    switch try answer(text, at: moment) {
    case .interrupted(let text):
      if !text.allSatisfy(\.isWhitespace) { try keep(text) }
      throw Explanation(of: Interrupted(), draftKept: path)
    case .entered(let text):
      guard !text.allSatisfy(\.isWhitespace) else {
        try draft.remove()
        throw Explanation.textEmpty
      }
      do {
        saved = try await save(text, at: moment, tags: tags)
      } catch {
        try keep(text)
        throw Explanation(of: error, draftKept: path)
      }
    }
    try draft.remove()
    return saved
  }

  /// Asks for a line that begins with `text`.
  private func answer(_ text: String, at moment: DayAndTime) throws -> LineAnswer {
    try app.prompts.edit(text, prompt: prompt(moment))
  }

  /// `14:05> `, with the day before it if it is not today.
  private func prompt(_ moment: DayAndTime) -> String {
    let day = moment.day == app.clock.today ? nil : app.reader.monthAndDay(moment.day)
    let time = moment.time.map { app.reader.timeInText($0) }
    return [day, time].compactMap(\.self).joined(separator: " ") + "> "
  }
}
