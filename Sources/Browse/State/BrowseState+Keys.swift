import Diary
import Journal
import Localization
import Terminal
import Views

extension BrowseState {
  /// Handles a key press, a paste or a click.
  mutating func handle(_ key: Key) -> [BrowseEffect] {
    switch key {
    case .focus, .answer, .unknown: return []
    case .mouse(let event): return handle(event)
    default: break
    }
    remark = nil
    requested = nil
    if menu != nil { return handleInMenu(key) }
    if prompt != nil { return handleInPrompt(key) }
    // A paste outside of a prompt is text without a place, and never keys.
    if case .pasted = key { return [] }
    if overlay != nil { return handleInOverlay(key) }
    return KeyMap.actions(for: key).flatMap { action in
      // A prompt that the first of several keys has opened takes the rest as text.
      prompt == nil ? perform(action) : []
    }
  }

  // MARK: Overlays

  private mutating func handleInOverlay(_ key: Key) -> [BrowseEffect] {
    KeyMap.actions(for: key).first.map { handleInOverlay($0) } ?? []
  }

  mutating func handleInOverlay(_ action: BrowseAction) -> [BrowseEffect] {
    let height = layout.body.height - 1
    func scroll(_ lines: Int) {
      guard var overlay else { return }
      overlay.scroll = max(0, min(overlay.scroll + lines, overlay.lines.count - height))
      self.overlay = overlay
    }
    switch action {
    case .down: scroll(1)
    case .up: scroll(-1)
    case .pageDown, .finish: scroll(height)
    case .pageUp: scroll(-height)
    case .first: scroll(-(overlay?.lines.count ?? 0))
    case .last: scroll(overlay?.lines.count ?? 0)
    case .suspend, .redraw: return perform(action)
    case .copy:
      return [.copy((overlay?.lines ?? []).map(\.plain).joined(separator: "\n"))]
    case .back, .quit, .open, .help, .log: overlay = nil
    default: break
    }
    return []
  }

  // MARK: Prompts

  private mutating func handleInPrompt(_ key: Key) -> [BrowseEffect] {
    guard var prompt else { return [] }
    switch key {
    case .escape where completion != nil:
      completion = nil
      return []
    case .escape, .control("g"), .control("c"):
      close(prompt)
      if prompt.kind == .search, tab == .search {
        show(tabBeforeSearch)
      }
      return []
    case .control("z"): return [.suspend]
    case .control("l"): return [.redraw]
    case .enter:
      self.prompt = nil
      completion = nil
      return enter(prompt)
    case .tab, .backTab:
      return complete(prompt, by: key == .tab ? 1 : -1)
    case .up, .down:
      if completion != nil { return complete(prompt, by: key == .up ? -1 : 1) }
      guard prompt.kind == .search else { return [] }
      moveList(by: key == .up ? -1 : 1)
      return []
    default:
      completion = nil
      // A prompt is one line, and a search has no line breaks.
      _ = prompt.line.handle(key == .control("d") ? .unknown : key)
      self.prompt = prompt
      return prompt.kind == .search ? search(prompt.line.text) : []
    }
  }

  /// Leaves a prompt. What was typed is there again when the same prompt is opened.
  private mutating func close(_ prompt: Prompt) {
    self.prompt = nil
    completion = nil
    let text = prompt.line.text
    abandoned[prompt.kind] = text.allSatisfy(\.isWhitespace) ? nil : text
  }

  mutating func ask(_ kind: PromptKind, _ text: String = "") {
    prompt = Prompt(kind, abandoned[kind] ?? text)
  }

  /// Shows the results of a search in the list.
  mutating func search(_ text: String) -> [BrowseEffect] {
    guard text != searchText || tab != .search else { return [] }
    searchText = text
    show(.search)
    list.selection = 0
    list.top = 0
    searchNumber += 1
    guard text.contains(where: { !$0.isWhitespace }) else {
      list.replace(with: [], version: version)
      return []
    }
    return [.search(text, searchNumber)]
  }

  private mutating func enter(_ prompt: Prompt) -> [BrowseEffect] {
    let text = prompt.line.text
    abandoned[prompt.kind] = nil
    // A line without tags removes them all.
    var isEmptyAllowed = false
    if case .tags = prompt.kind { isEmptyAllowed = true }
    guard isEmptyAllowed || text.contains(where: { !$0.isWhitespace }) else { return [] }
    switch prompt.kind {
    case .search:
      focus = .list
      return []
    case .command: return run(text)
    case .toDo(let day):
      return [
        .change(
          Change(
            words: ["todo", "add", "--day", "\(day)", "--", text],
            undo: ["todo", "delete", Change.id], redo: ["todo", "restore", Change.id]))
      ]
    case .jot(let day): return [.change(jotting(text, on: day))]
    case .editToDo(let id, let old):
      return [
        .change(
          Change(
            words: ["todo", "edit", id, "--", text], undo: ["todo", "edit", id, "--", old]))
      ]
    case .moveToDo(let id, let day):
      return [
        .change(
          Change(
            words: ["todo", "move", id, "--to", text],
            undo: ["todo", "move", id, "--to", "\(day)"]))
      ]
    case .moveNote(let id): return [.change(Change(words: ["notes", "move", id, "--", text]))]
    case .tags(let record, let old):
      return record.change(from: old, to: text).map { [.change($0)] } ?? []
    }
  }

  /// Shows why a change has failed, and opens the prompt with what was typed.
  mutating func refuse(_ change: Change, _ reason: String) {
    remark = Remark(text: reason, isFailure: true)
    guard let (kind, text) = typedText(of: change) else { return }
    offer(text, for: kind)
  }

  /// What was typed for a change, and the prompt; `nil` if it needed no text.
  func typedText(of change: Change) -> (kind: PromptKind, text: String)? {
    let kind: PromptKind
    switch change.words.prefix(2) {
    case ["todo", "add"]: kind = .toDo(on: day(of: change.words, after: "--day"))
    case ["todo", "edit"] where change.words.contains("--"):
      kind = .editToDo(id: change.words[2], old: change.undo?.last ?? "")
    case ["todo", "move"]:
      kind = .moveToDo(
        id: change.words[2], from: change.undo?.last.flatMap { Day(iso: $0) } ?? day)
    case ["notes", "move"]: kind = .moveNote(id: change.words[2])
    default:
      guard change.words.first == "jot" else { return nil }
      kind = .jot(on: day(of: change.words, after: "--at"))
    }
    return (kind, change.words.last ?? "")
  }

  /// The day in the option of a command; today if there is none, or if it has a time.
  private func day(of words: [String], after option: String) -> Day {
    let options = words.prefix { $0 != "--" }
    guard let place = options.firstIndex(of: option) else { return today }
    return options.dropFirst(place + 1).first.flatMap(typedDay) ?? today
  }

  /// Opens the prompt with a text, unless something else is open: then the text is there when the
  /// prompt is opened, or becomes a draft at the end.
  private mutating func offer(_ text: String, for kind: PromptKind) {
    if prompt == nil, menu == nil, overlay == nil {
      prompt = Prompt(kind, text)
    } else if prompt?.kind != kind, abandoned[kind] == nil {
      abandoned[kind] = text
    } else {
      refused.append((kind, text))
    }
  }

  /// The line is added with the current time to today's entry, and without a time to another day's.
  private func jotting(_ text: String, on day: Day) -> Change {
    let words = ["jot"] + (day == today ? [] : ["--at", "\(day)"]) + ["--", text]
    return Change(words: words)
  }

  /// A day, or a command of the program.
  private mutating func run(_ text: String) -> [BrowseEffect] {
    if let day = typedDay(text) {
      anchor = nil
      show(.days)
      select(day)
      return []
    }
    guard var words = Self.words(text) else {
      prompt = Prompt(.command, text)
      remark = Remark(text: reader.say(.browseOpenQuote), isFailure: true)
      return []
    }
    if words.first == "commitdiary" { words.removeFirst() }
    guard let first = words.first else { return [] }
    guard first.hasPrefix("-") || isCommand(first) else {
      prompt = Prompt(.command, text)
      remark = Remark(text: reader.say(.browseNotDayOrCommand(text: text)), isFailure: true)
      return []
    }
    let command = TypedCommand(words)
    if command.usesTerminal { return [.runOnTerminal(words)] }
    return command.change.map { [.change($0)] } ?? [.show(words)]
  }

  private func typedDay(_ text: String) -> Day? {
    DayExpressionReader(context: context).day(text)
  }
}
