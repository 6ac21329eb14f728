import Localization
import Terminal

/// A possible completion of a command line.
public struct CommandCompletion: Hashable, Sendable {
  public var word: String
  public var description: String

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
        completion.head + Self.typed(completion.candidates[next].word, in: prompt))
      return []
    }
    let text = prompt.line.text
    var (words, word) = Self.split(text)
    switch prompt.kind {
    case .command: if words.first == "commitdiary" { words.removeFirst() }
    case .tags: words = ["notes", "edit", "0000", "--tag"]
    case .moveNote(let id): words = ["notes", "move", id]
    default: return []
    }
    completionNumber += 1
    return [.complete(words, word, completionNumber)]
  }

  /// Takes a single completion, or what all have in common, and shows the others.
  mutating func apply(_ found: [CommandCompletion], _ number: Int) {
    guard number == completionNumber, let prompt, !found.isEmpty else { return }
    let text = prompt.line.text
    let word = Self.split(text).word
    let head = String(text.dropLast(Self.rawLength(ofLastWordIn: text)))
    if found.count == 1 {
      self.prompt?.line = EditedLine(head + Self.typed(found[0].word, in: prompt) + " ")
      return
    }
    var common = found[0].word
    for candidate in found.dropFirst() {
      while !candidate.word.hasPrefix(common) { common.removeLast() }
    }
    if common.count > word.count { self.prompt?.line = EditedLine(head + common) }
    completion = PromptCompletion(head: head, candidates: found)
  }

  private static func typed(_ word: String, in prompt: Prompt) -> String {
    prompt.kind == .command ? LoggedCommand.quoted(word) : word
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
