import App
import Arguments
import Diary
import Journal

/// A command in the log, as one would type it.
struct LoggedCommand: Hashable, Sendable {
  var line: String
  var isSuccess: Bool

  init(_ words: [String], isSuccess: Bool = true) {
    line = (["commitdiary"] + words).map(ShellWords.quoted).joined(separator: " ")
    self.isSuccess = isSuccess
  }
}

extension EditedText {
  /// The command that opens the editor on the text.
  ///
  /// - Parameter shortIDs: the short ids that are known.
  func words(_ shortIDs: [Identifier: String] = [:]) -> [String] {
    switch self {
    case .entry(let day): ["diary", "write", "\(day)"]
    case .note(let id): ["notes", "edit", shortIDs[id] ?? id.text]
    case .newNote(let repository, let commit):
      ["notes", "add", "--repo", repository.name, "--commit", commit.sha]
    }
  }
}

extension DiaryChange {
  /// The command that makes the change, for the log.
  ///
  /// - Parameter shortIDs: the short ids that are known. Other records have their whole ids.
  func words(_ shortIDs: [Identifier: String] = [:]) -> [String] {
    let names = records.map { record in
      switch record {
      case .note(let id), .toDo(let id): shortIDs[id] ?? id.text
      case .entry(let day): "\(day)"
      }
    }
    let group =
      switch records.first {
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
    case .detachNote: command("detach")
    case .replaceEntry(let text, _): command("write", "--replace", "--body", text.written)
    case .addToEntry(let text, _, let tags):
      command("write", "--body", text) + options("--tag", tags)
    case .jot(let text, let moment, let tags):
      ["jot"] + options("--at", moment.time == nil ? ["\(moment.day)"] : [])
        + options("--tag", tags) + ["--", text]
    case .addToDos(let toDos, let day):
      ["todo", "add", "--day", "\(day)"] + (toDos.count > 1 ? ["--each"] : []) + ["--"]
        + toDos.map(\.text)
    case .editToDo(_, let details, _):
      command(
        "edit", "--due", details.due.map { "\($0)" } ?? "none",
        "--priority", details.priority?.letter ?? "none",
        "--every", details.recurrence?.period.rawValue ?? "none", "--", details.text)
    case .rewordToDo(_, let text): command("edit", "--", text)
    case .finishToDos: command("done")
    case .reopenToDos: command("undo")
    case .moveToDos(_, let day): command("move", "--to", "\(day)")
    case .carryToDos: command("carry")
    case .changeTags(_, let added, let removed):
      command("edit") + options("--tag", added) + options("--untag", removed)
    case .delete: command("delete") + (group == "todo" ? [] : ["--yes"])
    case .restore: command("restore")
    case .restoreVersion(_, let version): command("restore", "--version", "\(version)")
    }
  }
}
