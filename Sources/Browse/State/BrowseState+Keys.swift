import App
import Arguments
import Diary
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
  private mutating func close(_ prompt: PromptLine) {
    self.prompt = nil
    completion = nil
    let text = prompt.line.text
    abandoned[prompt.kind] = text.allSatisfy(\.isWhitespace) ? nil : text
  }

  mutating func ask(_ kind: PromptKind, _ text: String = "") {
    prompt = PromptLine(kind, abandoned[kind] ?? text)
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

  private mutating func enter(_ prompt: PromptLine) -> [BrowseEffect] {
    let text = prompt.line.text
    abandoned[prompt.kind] = nil
    // A line without tags removes them all.
    var isEmptyAllowed = false
    if case .tags = prompt.kind { isEmptyAllowed = true }
    guard isEmptyAllowed || text.contains(where: { !$0.isWhitespace }) else { return [] }
    func change(_ change: DiaryChange) -> [BrowseEffect] { [.change(change, prompt)] }
    switch prompt.kind {
    case .search:
      focus = .list
      return []
    case .command: return run(prompt)
    case .toDo(let day):
      return change(.addToDos([NewToDo(text: text)], on: day == today ? nil : day))
    case .jot(let day):
      // The line is added with the current time to today's entry, and without one to another day's.
      let time = day == today ? context.now.time : nil
      return change(.jot(text, at: DayAndTime(day: day, time: time)))
    case .editToDo(let id): return change(.rewordToDo(id, to: text))
    case .moveToDo(let id):
      do throws(UsageError) {
        return change(.moveToDos([id], to: try calendar.day(text, towards: .future)))
      } catch {
        refuse(prompt, context.line(error.explanation))
        return []
      }
    case .moveNote(let id): return change(.moveNote(id, toRevision: text))
    case .tags(let record, let old):
      return Self.changeOfTags(of: record, from: old, to: text).map(change) ?? []
    }
  }

  /// Says why a line is refused, and opens its prompt again.
  mutating func refuse(_ refused: PromptLine, _ reason: String) {
    remark = Remark(text: reason, isFailure: true)
    offer(refused)
  }

  /// Opens a prompt again, unless something else is open: then the text is there when the prompt
  /// is opened, or becomes a draft at the end.
  mutating func offer(_ refused: PromptLine) {
    if prompt == nil, menu == nil, overlay == nil {
      prompt = refused
    } else if prompt?.kind != refused.kind, abandoned[refused.kind] == nil {
      abandoned[refused.kind] = refused.line.text
    } else {
      self.refused.append(refused)
    }
  }

  /// A day, or a command of the program.
  private mutating func run(_ line: PromptLine) -> [BrowseEffect] {
    let text = line.line.text
    if let day = try? calendar.day(text) {
      anchor = nil
      show(.days)
      select(day)
      return []
    }
    guard var words = ShellWords(text).all else {
      refuse(line, reader.say(.browseOpenQuote))
      return []
    }
    if words.first == "commitdiary" { words.removeFirst() }
    guard let first = words.first else { return [] }
    guard first.hasPrefix("-") || isCommand(first) else {
      refuse(line, reader.say(.browseNotDayOrCommand(text: text)))
      return []
    }
    return [usesTerminal(words) ? .runOnTerminal(words) : .show(words)]
  }
}
