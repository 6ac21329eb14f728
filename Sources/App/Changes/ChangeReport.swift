package import Context
import Diary
import Journal
package import Localization
import Records
import Terminal
import Views

/// What a person is told about a change.
package struct ChangeReport: Sendable {
  /// What was done, with a sentence for each record.
  package let sentences: [Message]
  /// What comes next, or how to take the change back.
  package let hints: [Message]
  /// In place of both, if nothing was changed.
  package let unchanged: Message?

  package init(_ result: ChangeResult, in app: App) {
    let (change, records) = (result.change, result.records)
    unchanged = result.isChanged ? nil : Self.unchanged(change, records)
    if let logged = result.logged {
      let item = logged.item(on: app.clock.today)
      sentences = [
        logged.isUndone
          ? .undid(what: logged.what, item: item) : .redid(what: logged.what, item: item)
      ]
      let command = logged.isUndone ? "redo" : "undo"
      hints = [.tryCommand(command: "commitdiary \(command)")]
      return
    }
    hints = Self.hints(result)
    sentences = records.map { record in
      switch record {
      case .note(let found): Self.sentence(change, found)
      case .entry(let entry): Self.sentence(change, entry, app)
      case .toDo(let found) where result.doneBefore.contains(found.toDo.id):
        .toDoDoneAlready(name: found.name(on: app.clock.today), text: found.toDo.text)
      case .toDo(let found): Self.sentence(change, found, app)
      }
    }
  }

  private static func unchanged(_ change: DiaryChange, _ records: [FoundRecord]) -> Message? {
    switch change {
    case .editToDo, .rewordToDo: .nothingChanged
    case .changeTags(let texts, _, _):
      switch texts.first {
      case .entry(let day)? where texts.count == 1: .entryUnchanged(day: day)
      case .note? where texts.count == 1:
        records.notes.first.map { .noteUnchanged(id: $0.shortID) }
      default: .nothingChanged
      }
    case .writeEntry(_, let day, _), .restoreVersion(.entry(let day), _):
      .entryUnchanged(day: day)
    default: records.notes.first.map { .noteUnchanged(id: $0.shortID) }
    }
  }

  private static func hints(_ result: ChangeResult) -> [Message] {
    let (note, toDo) = (result.records.notes.first, result.records.toDos.first)
    if let entry = result.records.entry, entry.deletedAt != nil {
      return [.tryCommand(command: "commitdiary diary restore \(entry.day)")]
    }
    switch result.change {
    case .moveNote: return result.isChanged ? [.tryCommand(command: "commitdiary undo")] : []
    case .delete:
      return note.map { [.tryCommand(command: "commitdiary notes restore \($0.shortID)")] }
        ?? toDo.map { [.tryCommand(command: "commitdiary todo restore \($0.shortID)")] } ?? []
    default: return result.nextToDos.map { .toDoNext(day: $0.day, text: $0.text) }
    }
  }

  private static func sentence(_ change: DiaryChange, _ found: FoundNote) -> Message {
    let (id, note) = (found.shortID, found.note)
    let name = note.repository.shortName
    let about = note.currentCommit.map { "\(name)@\($0.shortSHA)" } ?? name
    return switch change {
    case .moveNote: .noteMoved(id: id, about: about)
    case .delete: .noteDeleted(id: id)
    case .restore, .restoreVersion: .noteRestored(id: id, about: about)
    default: .noteSaved(id: id, about: about)
    }
  }

  private static func sentence(_ change: DiaryChange, _ entry: Entry, _ app: App) -> Message {
    let day = entry.day
    switch change {
    case .jot(let text, let moment, _):
      // The time may have been understood differently than meant.
      let line = app.jots.paragraph(text, at: moment.time).prefix { !$0.isNewline }
      let shown = StyledText(String(line)).truncated(to: jotWidth, on: app.output.screen)
      return .jotSaved(day: day, line: shown.plain)
    case .delete: return .entryDeleted(day: day)
    case .restore, .restoreVersion: return .entryRestored(day: day)
    default: return entry.deletedAt == nil ? .entrySaved(day: day) : .entryEmptied(day: day)
    }
  }

  /// The number of columns of a jotted line.
  private static let jotWidth = 60

  private static func sentence(
    _ change: DiaryChange, _ found: FoundToDo, _ app: App
  ) -> Message {
    let today = app.clock.today
    let (toDo, text, name) = (found.toDo, found.toDo.text, found.name(on: today))
    // Days may have been understood differently than meant.
    func understood(on day: Day? = nil) -> String {
      ([text] + app.context.details(of: toDo, on: day).map(\.plain)).joined(separator: "  ")
    }
    return switch change {
    case .addToDos where toDo.day == today: .toDoAdded(name: name, text: understood())
    case .addToDos: .toDoAddedOn(name: name, day: toDo.day, text: understood(on: toDo.day))
    case .finishToDos: .toDoFinished(name: name, text: text)
    case .reopenToDos: .toDoReopened(name: name, text: text)
    case .moveToDos: .toDoMoved(name: name, day: toDo.day, text: text)
    case .delete: .toDoDeleted(name: name, text: text)
    case .restore, .restoreVersion: .toDoRestored(name: name, text: text)
    default: .toDoChanged(name: name, text: understood())
    }
  }
}

extension CommandOutcome {
  /// What a person is told about a change.
  package init(_ result: ChangeResult, in app: App) {
    let report = ChangeReport(result, in: app)
    func text(_ messages: [Message]) -> String {
      messages.map { app.reader.say($0) }.joined(separator: "\n")
    }
    self.init(
      status: .success, output: result.isChanged ? text(report.sentences) : "",
      remarks: text(report.unchanged.map { [$0] } ?? report.sentences), changes: [result])
  }
}
