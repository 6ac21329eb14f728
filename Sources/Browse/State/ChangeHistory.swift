import App
import Diary
import Journal
import Localization

/// The changes of a session that can be undone, and those that can be made again.
struct ChangeHistory: Sendable {
  enum Kind: Sendable { case new, undo, redo }

  /// What takes each change back, that of the last one at the end; `nil` where nothing can.
  private(set) var undo: [DiaryChange?] = []
  private(set) var redo: [DiaryChange?] = []

  mutating func takeLast(_ kind: Kind) -> DiaryChange?? {
    kind == .redo ? redo.popLast() : undo.popLast()
  }

  /// Keeps a change that was taken and could not be made.
  mutating func putBack(_ change: DiaryChange, _ kind: Kind) {
    if kind == .redo { redo.append(change) } else { undo.append(change) }
  }

  /// Adds what takes back a change that was made.
  mutating func add(_ result: ChangeResult, _ kind: Kind = .new) {
    guard result.isChanged else { return }
    if kind == .new { redo = [] }
    if kind == .undo { redo.append(result.undo) } else { undo.append(result.undo) }
  }
}

extension BrowseState {
  /// A change that begins now.
  func running(
    _ change: DiaryChange, _ kind: ChangeHistory.Kind = .new, typed prompt: PromptLine? = nil
  ) -> RunningCommand {
    RunningCommand(
      words: change.words(shortIDs), change: change, kind: kind, prompt: prompt, place: place)
  }

  /// Takes the last change to undo or redo out of the history; `nil` if there is none.
  mutating func takeChange(_ kind: ChangeHistory.Kind) -> RunningCommand? {
    guard let last = history.takeLast(kind) else { return nil }
    if last == nil { remark = Remark(text: reader.say(.browseNoUndo), isFailure: true) }
    return last.map { running($0, kind) }
  }

  /// Takes the outcome of a command or a change: for the log, the history, the cursor and the
  /// bottom line. More than one line of output is shown as a text.
  mutating func finish(_ command: RunningCommand, _ outcome: CommandOutcome) {
    running.removeAll { $0.number == command.number }
    if command.change != nil { saving = nil }
    invalidate()
    let result = outcome.changes.count == 1 ? outcome.changes.first : nil
    let words = result.flatMap { command.change?.words($0.records.shortIDs) }
    record(words ?? command.words, isSuccess: outcome.isSuccess)
    remark = Remark(text: outcome.line, isFailure: !outcome.isSuccess)
    guard outcome.isSuccess else {
      if command.kind != .new { command.change.map { history.putBack($0, command.kind) } }
      if let prompt = command.prompt { offer(prompt) }
      return
    }
    for result in outcome.changes { history.add(result, command.kind) }
    if command.change == nil, outcome.text.split(whereSeparator: \.isNewline).count > 1 {
      overlay = outputOverlay(of: command.words, outcome.text)
      remark = nil
    } else if let result, command.kind == .new {
      remark = remark(about: result, saying: outcome.line)
    }
    if let result { placeCursor(after: result, begunAt: command.place) }
  }

  /// What is added or deleted is named. Other changes are described by their sentence.
  private func remark(about result: ChangeResult, saying sentence: String) -> Remark {
    let notes = result.records.notes
    guard result.isChanged else { return Remark(text: sentence) }
    switch result.change {
    case .addToDos(let toDos, _) where toDos.count == 1:
      return Remark(text: reader.say(.browseAdded(text: toDos[0].text)))
    case .delete where notes.count == 1 && !notes[0].note.text.title.isEmpty:
      let found = notes[0]
      let message = Message.browseDeletedNote(id: found.shortID, title: found.note.text.title)
      return Remark(text: reader.say(message), action: .undo)
    case .delete:
      let entry = result.records.entry.flatMap { $0.text.title.isEmpty ? nil : $0 }
      let message = entry.map {
        Message.browseDeletedEntry(day: reader.monthAndDay($0.day), title: $0.text.title)
      }
      return Remark(text: message.map { reader.say($0) } ?? sentence, action: .undo)
    default: return Remark(text: sentence)
    }
  }
}
