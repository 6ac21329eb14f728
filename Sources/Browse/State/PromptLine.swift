import Arguments
import Context
import Diary
import Journal
import Localization
import Records
import Terminal
import Views

/// What a line is typed for.
enum PromptKind: Hashable, Sendable {
  case search
  /// Words that rows of the list must have.
  case filter
  /// Words to look for in what a command has printed.
  case find
  case command
  /// A part of the name of a key's action, to choose one.
  case keys
  /// A new to-do, or a jotted line.
  case toDo(on: Day)
  case jot(on: Day)
  case editToDo(Draft.Edited)
  case moveToDo([Identifier])
  case moveNote(Identifier)
  case tags([RecordID], old: [String])

  /// The text in front of the line. A line for another day than today names it.
  func label(in state: BrowseState) -> Message {
    func name(_ day: Day) -> String? {
      day == state.today ? nil : state.reader.dateWithWeekday(day)
    }
    return switch self {
    case .search, .find: .browsePromptSearch
    case .keys, .filter: .browsePromptKeys
    case .command: .browsePromptCommand
    case .toDo(let day):
      name(day).map { Message.browsePromptToDoOn(day: $0) } ?? .browsePromptToDo
    case .jot(let day): name(day).map { Message.browsePromptJotOn(day: $0) } ?? .browsePromptJot
    case .editToDo: .browsePromptToDo
    case .moveToDo: .browsePromptMove
    case .moveNote: .browsePromptMoveNote
    case .tags: .browsePromptTags
    }
  }
}

/// Lines that begin empty, because each one is about something else. Up brings earlier ones back.
enum PromptHistory: Hashable, Sendable { case searches, commands, days, commits }

extension PromptKind {
  /// The history of the prompt; `nil` for texts of the diary.
  var history: PromptHistory? {
    switch self {
    case .search, .filter, .find: .searches
    case .command: .commands
    case .moveToDo: .days
    case .moveNote: .commits
    case .keys, .toDo, .jot, .editToDo, .tags: nil
    }
  }
}

/// The line that is being typed.
struct PromptLine: Hashable, Sendable {
  var kind: PromptKind
  var line: EditedLine
  /// How far back the line is in the history; 0 for a new one.
  var age = 0
  /// The words of the filter before, which count again if the line is left.
  var former = ""

  init(_ kind: PromptKind, _ text: String = "") {
    self.kind = kind
    line = EditedLine(text)
  }
}

extension BrowseState {
  private static let historyLimit = 100

  /// Adds a line to the end of its history.
  mutating func remember(_ prompt: PromptLine) {
    let text = prompt.line.text
    guard let history = prompt.kind.history, !text.allSatisfy(\.isWhitespace) else { return }
    var lines = self.history[history, default: []]
    lines.removeAll { $0 == text }
    self.history[history] = (lines + [text]).suffix(Self.historyLimit)
  }

  /// Puts an earlier or a later line of the history into the prompt, unless something else was
  /// typed. Returns whether the key is used up.
  mutating func recall(by steps: Int) -> Bool {
    guard let prompt, let history = prompt.kind.history.flatMap({ self.history[$0] }) else {
      return false
    }
    let lines = [""] + history.reversed()
    guard lines.indices.contains(prompt.age), prompt.line.text == lines[prompt.age] else {
      return false
    }
    let age = Swift.max(0, Swift.min(prompt.age + steps, lines.count - 1))
    guard age != prompt.age || prompt.age > 0 else { return false }
    self.prompt?.line = EditedLine(lines[age])
    self.prompt?.age = age
    return true
  }

  /// A draft of a line that was typed into a prompt; `nil` if it is not a text of the diary.
  func draft(of line: PromptLine, startedAt: Instant) -> Draft? {
    guard line.line.text.contains(where: { !$0.isWhitespace }) else { return nil }
    let subject: Draft.Subject
    switch line.kind {
    case .jot(let day):
      subject = .jot(on: day, at: day == today ? context.now.time : nil, tags: [])
    case .toDo(let day): subject = .toDo(on: day, edited: nil)
    // A purge of the to-do finds the draft by its ID.
    case .editToDo(let edited): subject = .toDo(on: day, edited: edited)
    case .search, .filter, .find, .command, .keys, .moveToDo, .moveNote, .tags: return nil
    }
    return Draft(subject, original: "", startedAt: startedAt)
  }

  /// The target of `tags`, with the tags that it has.
  var taggedTarget: (record: RecordID, tags: [String])? {
    switch target {
    case .toDo(let found)?: (.toDo(found.toDo.id), found.toDo.tags)
    case .note(let note)?: (.note(note.id), note.tags)
    case .day(let day)?: selectedEntry.map { (.entry(day), $0.text.tags) }
    default: nil
    }
  }

  /// The change of tags to those in a typed line; `nil` if they stay the same.
  static func changeOfTags(
    of records: [RecordID], from old: [String], to line: String
  ) -> DiaryChange? {
    let old = Tag.names(old)
    let new = Tag.names(line.split { $0.isWhitespace || $0 == "," }.map(String.init))
      .filter { !$0.isEmpty }
    let added = new.filter { tag in !old.contains { Tag.areSame($0, tag) } }
    let removed = old.filter { tag in !new.contains { Tag.areSame($0, tag) } }
    if added.isEmpty, removed.isEmpty { return nil }
    return .changeTags(records, adding: added, removing: removed)
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
