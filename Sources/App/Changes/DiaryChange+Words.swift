public import Diary
import Journal
import Records

extension DiaryChange {
  /// The command that makes the change.
  ///
  /// - Parameter shortIDs: the short ids that are known. Other records have their whole ids.
  public func words(_ shortIDs: [Identifier: String] = [:]) -> [String] {
    let names = records.map { record in
      switch record {
      case .note(let id), .toDo(let id): shortIDs[id] ?? id.text
      case .entry: record.name
      }
    }
    let group =
      switch records.first?.kind {
      case .note?: "notes"
      case .entry?: "diary"
      case .toDo?, nil: "todo"
      }
    func command(_ verb: String, _ rest: String...) -> [String] { [group, verb] + names + rest }
    func options(_ option: String, _ values: [String]) -> [String] {
      values.flatMap { [option, $0] }
    }
    return switch self {
    // The text is written in the editor.
    case .addNote(_, let subject):
      ["notes", "add", "--repo", subject.place.repository.name]
        + options("--commit", subject.place.commit.map { [$0.sha] } ?? [])
    case .editNote: command("edit")
    case .writeEntry: command("write")
    case .moveNote(_, let revision, let repository):
      command("move") + options("--repo", repository.map { [$0] } ?? []) + ["--", revision]
    case .replaceEntry(let text, _): command("write", "--replace", "--body", text.written)
    case .addToEntry(let text, _, let tags):
      command("write", "--body", text) + options("--tag", tags)
    case .jot(let text, let moment, let tags):
      ["jot"] + options("--at", moment.time == nil ? ["\(moment.day)"] : [])
        + options("--tag", tags) + ["--", text]
    case .addToDos(let toDos, let day):
      ["todo", "add"] + options("--day", day.map { ["\($0)"] } ?? [])
        + (toDos.count > 1 ? ["--each"] : []) + ["--"] + toDos.map(\.text)
    case .editToDo(_, let details, let day, _):
      command("edit") + options("--day", day.map { ["\($0)"] } ?? []) + [
        "--due", details.due.map { "\($0)" } ?? "none",
        "--priority", details.priority?.letter ?? "none",
        "--every", details.recurrence.map { "\($0.rule)" } ?? "none", "--", details.text,
      ]
    case .rewordToDo(_, let text): command("edit", "--", text)
    case .finishToDos: command("done")
    case .reopenToDos: command("reopen")
    case .moveToDos(_, let day): command("move", "--to", "\(day)")
    case .changeTags(_, let added, let removed):
      command("edit") + options("--tag", added) + options("--untag", removed)
    case .delete: command("delete") + (group == "todo" ? [] : ["--yes"])
    case .restore: command("restore")
    case .restoreVersion(_, let version): command("restore", "--version", "\(version)")
    case .takeBack(let direction): [direction == .undo ? "undo" : "redo"]
    }
  }

  /// The words of the command that say what it does, for the log of changes: `notes delete`.
  var name: String {
    let words = words()
    return words[0] == "jot" ? words[0] : words.prefix(2).joined(separator: " ")
  }
}
