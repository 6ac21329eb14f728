import Localization
import Terminal

/// A possible completion of a command line.
public struct CommandCompletion: Hashable, Sendable {
  public var word: String
  public var description: String
  /// Whether it is a day, which replaces the whole line.
  var isDay = false

  public init(_ word: String, _ description: String = "") {
    self.word = word
    self.description = description
  }
}

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
  mutating func complete(_ prompt: Prompt, by step: Int) -> [BrowseEffect] {
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
    let text = prompt.line.text
    var (words, word) = Self.split(text)
    switch prompt.kind {
    case .command: if words.first == "commitdiary" { words.removeFirst() }
    case .tags: words = ["notes", "edit", "0000", "--tag"]
    case .moveNote(let id): words = ["notes", "move", id]
    case .moveToDo:
      completionNumber += 1
      apply([], completionNumber)
      return []
    default: return []
    }
    completionNumber += 1
    return [.complete(words, word, completionNumber)]
  }

  /// Takes a single completion, or what all have in common, and shows the others.
  mutating func apply(_ found: [CommandCompletion], _ number: Int) {
    guard number == completionNumber, let prompt else { return }
    let text = prompt.line.text
    let days = dayCompletions(of: text, in: prompt.kind)
    // A day may consist of several words.
    let isWhole = days.isEmpty || Self.split(text).words.isEmpty
    let found =
      days.filter { day in !found.contains { $0.word == day.word } } + (isWhole ? found : [])
    guard !found.isEmpty else { return }
    let word = days.isEmpty ? Self.split(text).word : text
    let head =
      days.isEmpty ? String(text.dropLast(Self.rawLength(ofLastWordIn: text))) : ""
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

  private static func typed(_ found: CommandCompletion, in prompt: Prompt) -> String {
    prompt.kind == .command && !found.isDay ? LoggedCommand.quoted(found.word) : found.word
  }

  /// Days in the reader's words that begin with what is typed, with their dates.
  private func dayCompletions(of text: String, in kind: PromptKind) -> [CommandCompletion] {
    switch kind {
    case .command, .moveToDo: break
    default: return []
    }
    let typed = text.lowercased()
    let reading = DayExpressionReader(context: context)
    return reader.dayPhrases.filter { $0.hasPrefix(typed) }.compactMap { phrase in
      guard let day = reading.day(phrase) else { return nil }
      var found = CommandCompletion(phrase, reader.dateWithWeekday(day))
      found.isDay = true
      return found
    }
  }

  /// The finished words of a line, and the one at its end.
  static func split(_ text: String) -> (words: [String], word: String) {
    let length = rawLength(ofLastWordIn: text)
    let last = String(text.suffix(length))
    let unquoted = last.filter { $0 != "'" && $0 != "\"" && $0 != "\\" }
    return (words(String(text.dropLast(length))) ?? [], unquoted)
  }

  /// The characters of the last word as it is typed, with its quotes.
  private static func rawLength(ofLastWordIn text: String) -> Int {
    var length = 0
    var quote: Character?
    var isEscaped = false
    for character in text {
      if isEscaped {
        isEscaped = false
        length += 1
      } else if quote == nil, character.isWhitespace {
        length = 0
      } else {
        if character == "\\", quote != "'" { isEscaped = true }
        if quote == character {
          quote = nil
        } else if quote == nil, character == "'" || character == "\"" {
          quote = character
        }
        length += 1
      }
    }
    return length
  }
}
