import Diary
import Journal
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
    guard let action = KeyMap.actions(for: key).first else { return [] }
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
    default: overlay = nil
    }
    return []
  }

  // MARK: Prompts

  private mutating func handleInPrompt(_ key: Key) -> [BrowseEffect] {
    guard var prompt else { return [] }
    switch key {
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
      return enter(prompt)
    case .up, .down:
      guard prompt.kind == .search else { return [] }
      moveList(by: key == .up ? -1 : 1)
      return []
    default:
      // A prompt is one line, and a search has no line breaks.
      _ = prompt.line.handle(key == .control("d") ? .unknown : key)
      self.prompt = prompt
      return prompt.kind == .search ? search(prompt.line.text) : []
    }
  }

  /// Leaves a prompt. What was typed is there again when the same prompt is opened.
  private mutating func close(_ prompt: Prompt) {
    self.prompt = nil
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
    guard text.contains(where: { !$0.isWhitespace }) else { return [] }
    switch prompt.kind {
    case .search:
      focus = .list
      return []
    case .command: return run(text)
    case .toDo:
      return [
        .change(
          Change(
            words: ["todo", "add", "--day", "\(day)", "--", text],
            undo: ["todo", "delete", Change.id], redo: ["todo", "restore", Change.id]))
      ]
    case .jot: return [.change(jotting(text))]
    case .editToDo(let id):
      guard case .toDo(let found)? = list.selectedRow, found.shortID == id else {
        return [.change(Change(words: ["todo", "edit", id, "--", text], undo: nil))]
      }
      return [
        .change(
          Change(
            words: ["todo", "edit", id, "--", text],
            undo: ["todo", "edit", id, "--", found.toDo.text]))
      ]
    case .moveToDo(let id):
      guard case .toDo(let found)? = list.selectedRow else { return [] }
      return [
        .change(
          Change(
            words: ["todo", "move", id, "--to", text],
            undo: ["todo", "move", id, "--to", "\(found.toDo.day)"]))
      ]
    }
  }

  /// Shows why a change has failed, and opens the prompt with what was typed.
  mutating func refuse(_ change: Change, _ reason: String) {
    remark = Remark(text: reason, isFailure: true)
    let kind: PromptKind
    switch change.words.prefix(2) {
    case ["todo", "add"]: kind = .toDo
    case ["todo", "edit"]: kind = .editToDo(id: change.words[2])
    default:
      guard change.words.first == "jot" else { return }
      kind = .jot
    }
    prompt = Prompt(kind, change.words.last ?? "")
  }

  /// The line is added with the current time to today's entry, and without a time to another day's.
  private func jotting(_ text: String) -> Change {
    let words = ["jot"] + (day == today ? [] : ["--at", "\(day)"]) + ["--", text]
    // The undo restores the version that the entry has now.
    guard case .day(let record)? = page.content, record.day == day else {
      return Change(words: words, undo: nil)
    }
    let undo =
      record.entry.map { ["diary", "restore", "\(day)", "--version", "\($0.version)"] }
      ?? ["diary", "delete", "\(day)", "--yes"]
    return Change(words: words, undo: undo)
  }

  /// A day, or a command of the program.
  private mutating func run(_ text: String) -> [BrowseEffect] {
    if let day = typedDay(text) {
      select(day)
      show(.days)
      return []
    }
    guard var words = Self.words(text), !words.isEmpty else { return [] }
    if words.first == "commitdiary" { words.removeFirst() }
    return words.isEmpty ? [] : [.show(words)]
  }

  private func typedDay(_ text: String) -> Day? {
    DayExpressionReader(context: context).day(text)
  }
}
