import Context
import Diary
import Journal
import Localization

extension BrowseState {
  /// A change that begins now.
  func running(_ change: DiaryChange, typed prompt: PromptLine? = nil) -> RunningCommand {
    RunningCommand(words: change.words(shortIDs), change: change, prompt: prompt, place: place)
  }

  /// Takes the outcome of a command or a change: for the log, the cursor and the bottom line. More than one line of output is shown as a text.
  mutating func finish(_ command: RunningCommand, _ outcome: CommandOutcome) {
    running.removeAll { $0.number == command.number }
    if command.change != nil { saving = nil }
    invalidate()
    let result = outcome.changes.count == 1 ? outcome.changes.first : nil
    let commands = result.flatMap { command.change?.commands($0.records.shortIDs) }
    for words in commands ?? [command.words] { record(words, isSuccess: outcome.isSuccess) }
    remark = Remark(text: outcome.line, isFailure: !outcome.isSuccess)
    guard outcome.isSuccess else {
      if let prompt = command.prompt { offer(prompt) }
      return
    }
    if command.change == nil, outcome.text.split(whereSeparator: \.isNewline).count > 1 {
      overlay = outputOverlay(of: command.words, outcome.text)
      remark = nil
    } else if let result {
      remark = remark(about: result, saying: outcome.line)
    }
    if let result { placeCursor(after: result, begunAt: command.place) }
  }

  /// What is added or deleted is named. Other changes are described by their sentence.
  private func remark(about result: ChangeResult, saying sentence: String) -> Remark {
    let notes = result.records.notes
    guard result.isChanged else { return Remark(text: sentence) }
    switch result.change {
    case .addToDos(let toDos, let day) where toDos.count == 1:
      let text = toDos[0].text
      let later = day.flatMap { $0 == today ? nil : reader.date($0) }
      return Remark(
        text: reader.say(
          later.map { .browseAddedOn(day: $0, text: text) } ?? .browseAdded(text: text)))
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
