import Arguments
import Context
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
    commitDay = nil
    if menu != nil { return handleInMenu(key) }
    if prompt != nil { return handleInPrompt(key) }
    // A paste outside of a prompt is text without a place, and never keys.
    if case .pasted = key { return [] }
    if overlay != nil { return handleInOverlay(key) }
    if let command = command(for: key) { return run(command) }
    let actions = actions(for: key)
    if case .text(let text) = key, actions.isEmpty {
      let help = keys.name(of: .help, unicode: context.screen.unicode)
      let typed = String(text.prefix(10))
      remark = Remark(text: reader.say(.browseNoSuchKey(key: typed, help: help)), isFailure: true)
    }
    return actions.flatMap { action in
      // A prompt that the first of several keys has opened takes the rest as text.
      prompt == nil ? perform(action) : []
    }
  }

  /// The user's command for a key, while nothing covers the panels.
  func command(for key: Key) -> OwnCommand? {
    prompt == nil && menu == nil && overlay == nil ? keys.command(for: key) : nil
  }

  /// The actions of a key or of a click on the bottom line, while no text is typed.
  func actions(for key: Key) -> [BrowseAction] {
    guard prompt == nil, menu == nil, overlay == nil else { return [] }
    guard case .mouse(let event) = key else { return keys.actions(for: key) }
    return event.kind == .press ? action(at: event).map { [$0] } ?? [] : []
  }

  // MARK: Overlays

  private mutating func handleInOverlay(_ key: Key) -> [BrowseEffect] {
    keys.actions(for: key).first.map { handleInOverlay($0) } ?? []
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
      } else if prompt.kind == .filter {
        filter(by: prompt.former)
      }
      return []
    case .control("z"): return [.suspend]
    case .control("l"): return [.redraw]
    case .enter:
      self.prompt = nil
      completion = nil
      return enter(prompt)
    case _ where prompt.kind == .keys && KeyList.movingKeys.contains(key):
      moveInKeys(key)
      return []
    case .tab, .backTab:
      return complete(prompt, by: key == .tab ? 1 : -1)
    case .up, .down:
      if completion != nil { return complete(prompt, by: key == .up ? -1 : 1) }
      if recall(by: key == .up ? 1 : -1) { return typed(self.prompt ?? prompt) }
      if prompt.kind == .search || prompt.kind == .filter { moveList(by: key == .up ? -1 : 1) }
      return []
    case .text("?") where prompt.kind == .keys && prompt.line.text.isEmpty,
      .f1 where prompt.kind == .keys:
      self.prompt = nil
      return []
    default:
      completion = nil
      keySelection = 0
      // A prompt is one line, and a search has no line breaks.
      _ = prompt.line.handle(key == .control("d") ? .unknown : key)
      self.prompt = prompt
      return typed(prompt)
    }
  }

  /// Searches and filters as their words are typed.
  private mutating func typed(_ prompt: PromptLine) -> [BrowseEffect] {
    switch prompt.kind {
    case .search: return search(prompt.line.text)
    case .filter:
      filter(by: prompt.line.text)
      return []
    default: return []
    }
  }

  /// Leaves a prompt. What was typed is there again: a text when the same prompt is opened, any
  /// other line with Up.
  private mutating func close(_ prompt: PromptLine) {
    self.prompt = nil
    completion = nil
    if prompt.kind == .keys { return }
    if prompt.kind.history != nil { return remember(prompt) }
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
    if prompt.kind == .keys { return performSelectedKey(among: prompt.line.text) }
    // A paste ends with the newline of its last line.
    let text = String(prompt.line.text.trimmed)
    abandoned[prompt.kind] = nil
    remember(prompt)
    // A line without tags removes them all.
    var isEmptyAllowed = false
    if case .tags = prompt.kind { isEmptyAllowed = true }
    guard isEmptyAllowed || text.contains(where: { !$0.isWhitespace }) else { return [] }
    func change(_ change: DiaryChange) -> [BrowseEffect] { [.change(change, prompt)] }
    switch prompt.kind {
    case .search, .filter:
      focus = .list
      return []
    case .find:
      findInOverlay(text, from: 0)
      return []
    case .keys: return []
    case .command: return run(prompt)
    case .toDo(let day):
      return change(.addToDos([NewToDo(text: text)], on: day == today ? nil : day))
    case .jot(let day):
      // The line is added with the current time to today's entry, and without one to another day's.
      let time = day == today ? context.now.time : nil
      return change(.jot(text, at: DayAndTime(day: day, time: time)))
    case .editToDo(let edited): return change(.rewordToDo(edited.id, to: text))
    case .moveToDo(let ids):
      do throws(Explanation) {
        rowAnchor = nil
        return change(.moveToDos(ids, to: try calendar.day(text, towards: .future)))
      } catch {
        refuse(prompt, context.line(error))
        return []
      }
    case .moveNote(let id): return change(.moveNote(id, toRevision: text))
    case .tags(let records, let old):
      rowAnchor = nil
      return Self.changeOfTags(of: records, from: old, to: text).map(change) ?? []
    }
  }

  /// Says why a line is refused, and opens its prompt again. A line that Up brings back is not in
  /// the way of another one.
  mutating func refuse(_ refused: PromptLine, _ reason: String) {
    remark = Remark(text: reason, isFailure: true)
    offer(refused.kind.history == nil ? refused : PromptLine(refused.kind))
  }

  /// Opens a prompt again, unless something else is open: then the text is there when the prompt
  /// is opened, or becomes a draft at the end.
  mutating func offer(_ refused: PromptLine) {
    if prompt == nil, menu == nil, overlay == nil {
      prompt = refused
    } else if refused.kind.history != nil {
      remember(refused)
    } else if prompt?.kind != refused.kind, abandoned[refused.kind] == nil {
      abandoned[refused.kind] = refused.line.text
    } else {
      self.refused.append(refused)
    }
  }

  /// A day, several days, or a command of the program.
  private mutating func run(_ line: PromptLine) -> [BrowseEffect] {
    let text = line.line.text
    if let span = try? calendar.span(text) {
      show(.days)
      anchor = span.lowerBound < span.upperBound ? span.upperBound : nil
      select(span.lowerBound)
      return []
    }
    guard var words = ShellWords(text).all else {
      refuse(line, reader.say(.browseOpenQuote))
      return []
    }
    if words.first == "commitdiary" { words.removeFirst() }
    switch words {
    case ["q"], ["quit"], ["exit"]: return [.quit]
    case ["help"]: return perform(.help)
    default: break
    }
    guard let first = words.first else { return [] }
    if let span = digestSpan(words) { return openDigest(of: span) }
    guard first.hasPrefix("-") || isCommand(first) else {
      refuse(line, reader.say(.browseNotDayOrCommand(text: text)))
      return []
    }
    return [usesTerminal(words) ? .runOnTerminal(words) : .show(words)]
  }
}
