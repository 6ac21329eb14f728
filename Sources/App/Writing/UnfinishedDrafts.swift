import Context
import Diary
import Journal
import Localization
import Views

/// Offers unfinished drafts to the user.
struct UnfinishedDrafts: Sendable {
  let app: App

  /// The most recent matching draft, if the user wants to resume it.
  func latest(where fits: (Draft) -> Bool) throws -> Drafts.Unfinished? {
    let unfinished = app.drafts.unfinished().filter { fits($0.draft) && isWorthOffering($0) }
    guard let latest = unfinished.first else { return nil }
    let title = EditorText.written(in: latest.text, opened: latest.draft.original).firstLine
    let day = app.clock.day(of: latest.draft.startedAt)
    app.output.printError(
      app.output.styled(
        latest.hasSwapFile ? .draftWithEditor(day: day) : .draftFound(day: day, title: title)))
    switch try answer() {
    case .resume: return latest
    case .later: return nil
    case .discard:
      try app.drafts.take(latest)?.remove()
      return nil
    }
  }

  /// Whether there is a matching unfinished draft.
  func contain(where fits: (Draft) -> Bool) -> Bool {
    app.drafts.unfinished().contains { fits($0.draft) && isWorthOffering($0) }
  }

  /// Whether the draft differs from the text that the editor was opened with.
  private func isWorthOffering(_ unfinished: Drafts.Unfinished) -> Bool {
    if unfinished.hasSwapFile { return true }
    let text = EditorText.written(in: unfinished.text, opened: unfinished.draft.original)
    return !text.allSatisfy(\.isWhitespace)
      && text != EditorText.written(in: unfinished.draft.original)
  }

  private enum Answer { case resume, later, discard }

  /// Asks until the answer is valid, three times at most.
  private func answer() throws -> Answer {
    if app.prompts.options.assumesYes { return .resume }
    for _ in 1...3 {
      guard let line = try app.prompts.ask(.draftQuestion) else { break }
      let answer = line.filter { !$0.isWhitespace }.lowercased()
      if answer.isEmpty || (app.prompts.words(.yesWords) + ["y", "yes"]).contains(answer) {
        return .resume
      }
      if (app.prompts.words(.noWords) + ["n", "no"]).contains(answer) { return .later }
      if (app.prompts.words(.draftDropWords) + ["d"]).contains(answer) { return .discard }
    }
    throw Explanation.declined
  }
}
