import Context
import Diary
import Journal
import Localization
import Views

/// Offers unfinished drafts to the user.
struct UnfinishedDrafts: Sendable {
  let drafts: Drafts
  let clock: Clock
  let output: Output
  let prompts: Prompts

  /// The most recent matching draft, if the user wants to resume it.
  func latest(where fits: (Draft) -> Bool) throws -> Drafts.Unfinished? {
    let unfinished = drafts.unfinished().filter { fits($0.draft) && isWorthOffering($0) }
    guard let latest = unfinished.first else { return nil }
    let title = EditorText.written(in: latest.text, opened: latest.draft.original).firstLine
    let day = clock.day(of: latest.draft.startedAt)
    output.printError(
      output.styled(
        latest.hasSwapFile ? .draftWithEditor(day: day) : .draftFound(day: day, title: title)))
    switch try answer() {
    case .resume: return latest
    case .later: return nil
    case .discard:
      try drafts.take(latest)?.discard()
      return nil
    }
  }

  /// Whether there is a matching unfinished draft.
  func contain(where fits: (Draft) -> Bool) -> Bool {
    drafts.unfinished().contains { fits($0.draft) && isWorthOffering($0) }
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
    if prompts.options.assumesYes { return .resume }
    for _ in 1...3 {
      guard let line = try prompts.ask(.draftQuestion) else { break }
      let answer = line.filter { !$0.isWhitespace }.lowercased()
      if answer.isEmpty || (prompts.words(.yesWords) + ["y", "yes"]).contains(answer) {
        return .resume
      }
      if (prompts.words(.noWords) + ["n", "no"]).contains(answer) { return .later }
      if (prompts.words(.draftDropWords) + ["d"]).contains(answer) { return .discard }
    }
    throw Explanation.declined
  }
}

extension App {
  var unfinishedDrafts: UnfinishedDrafts {
    UnfinishedDrafts(drafts: drafts, clock: clock, output: output, prompts: prompts)
  }
}
