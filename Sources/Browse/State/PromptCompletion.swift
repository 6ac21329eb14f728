import App
import Arguments
import Context
import Localization
import Terminal

/// The possible completions of the last word of a prompt.
struct PromptCompletion: Hashable, Sendable {
  /// The line up to the word.
  var head: String
  var candidates: [CommandCompletion]
  /// The candidate in the line; `nil` before one is chosen.
  var selection: Int?
}

extension BrowseState {
  /// Asks for completions, or takes the next one.
  mutating func complete(_ prompt: PromptLine, by step: Int) -> [BrowseEffect] {
    if var completion, !completion.candidates.isEmpty {
      let count = completion.candidates.count
      let next =
        completion.selection.map { ($0 + step + count) % count } ?? (step > 0 ? 0 : count - 1)
      completion.selection = next
      self.completion = completion
      self.prompt?.line = EditedLine(
        completion.head + Self.typed(completion.candidates[next], in: prompt))
      return []
    }
    let line = ShellWords(prompt.line.text)
    let word = line.last ?? ""
    completionNumber += 1
    switch prompt.kind {
    case .command:
      let words = line.words.first == "commitdiary" ? Array(line.words.dropFirst()) : line.words
      return [.complete(words, word, completionNumber)]
    case .moveNote: return [.completeCommit(word, completionNumber)]
    case .tags:
      let sign = String(word.prefix { $0 == "#" || $0 == "＃" })
      let found = tags.map { CommandCompletion(sign + $0) }.filter { $0.word.hasPrefix(word) }
      apply(found, completionNumber)
    case .moveToDo: apply([], completionNumber)
    default: break
    }
    return []
  }

  /// Takes a single completion, or what all have in common, and shows the others.
  mutating func apply(_ found: [CommandCompletion], _ number: Int) {
    guard number == completionNumber, let prompt else { return }
    let text = prompt.line.text
    let line = ShellWords(text)
    let days = dayCompletions(of: text, in: prompt.kind)
    // A day may consist of several words.
    let isWhole = days.isEmpty || line.words.isEmpty
    let found =
      days.filter { day in !found.contains { $0.word == day.word } } + (isWhole ? found : [])
    guard !found.isEmpty else { return }
    let word = days.isEmpty ? line.last ?? "" : text
    let head = days.isEmpty ? String(text[..<line.lastStart]) : ""
    if found.count == 1 {
      self.prompt?.line = EditedLine(head + Self.typed(found[0], in: prompt) + " ")
      return
    }
    var common = found[0].word
    for candidate in found.dropFirst() {
      while !candidate.word.hasPrefix(common) { common.removeLast() }
    }
    if common.count > word.count { self.prompt?.line = EditedLine(head + common) }
    completion = PromptCompletion(head: head, candidates: found)
  }

  private static func typed(_ found: CommandCompletion, in prompt: PromptLine) -> String {
    prompt.kind == .command && !found.isDay ? ShellWords.quoted(found.word) : found.word
  }

  /// Days in the reader's words that begin with what is typed, with their dates.
  private func dayCompletions(of text: String, in kind: PromptKind) -> [CommandCompletion] {
    switch kind {
    case .command, .moveToDo: break
    default: return []
    }
    let typed = text.lowercased()
    return reader.dayPhrases.filter { $0.hasPrefix(typed) }.compactMap { phrase in
      guard let day = try? calendar.day(phrase) else { return nil }
      var found = CommandCompletion(phrase, reader.dateWithWeekday(day))
      found.isDay = true
      return found
    }
  }
}
