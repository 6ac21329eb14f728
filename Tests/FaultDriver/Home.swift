import FaultPlan
import Glibc
import JSON
import Platform
import TestSupport

/// The folder in which all rounds take place, and the program that they run.
struct Home {
  let program: String
  /// Everything that a round leaves; the program knows only `path` below it.
  let folder: String

  init(program: String, folder: String) throws {
    self.program = program
    self.folder = folder
    try File.makeDirectory(aside)
    try File.writeAtomically(
      Array("#!/bin/sh\ncat '\(typed)' >\"$1\"\nexit 1\n".utf8), to: editor, permissions: 0o755)
  }

  /// What the program knows.
  var path: String { folder + "/home" }
  /// What only the driver knows.
  var aside: String { folder + "/aside" }

  var data: String { path + "/data/commitdiary" }
  var journal: String { data + "/journal.sqlite" }
  private var config: String { path + "/config/commitdiary" }
  var traceLog: String { aside + "/strace" }
  var writerErrors: String { aside + "/writer-errors" }
  /// An editor that writes what is in `typed`, and fails.
  private var editor: String { aside + "/editor" }
  var typed: String { aside + "/typed" }
  /// A copy of the journal, for whoever wants to look at it without an effect on it.
  private var look: String { aside + "/look" }

  var environment: Environment {
    Environment.sandboxed(in: path).adding([
      "COMMITDIARY_NOW": "\(CommandChoice.today)T08:00:00Z", "EDITOR": editor,
    ])
  }

  /// The files that the program is known to open, and their folders.
  var traced: [String] {
    let folders = [data, config, path + "/state/commitdiary/drafts"]
    return ["", "-wal", "-shm"].map { journal + $0 } + folders + [config + "/config.json"]
  }

  /// An empty file is a journal that is not made yet, in which there is nothing to repair.
  func hasJournal() -> Bool { File.isRegular(journal) && (File.size(journal) ?? 0) > 0 }

  /// Whether a reader of the journal is in nobody's way, as the file says itself: while a journal is
  /// born it is none of those yet. Nor is it where a rollback journal is left: the reader would roll
  /// the file back to an empty one, on which its lock keeps writers out.
  func hasReadableJournal() -> Bool {
    guard hasJournal(), !File.exists(journal + "-journal"),
      let header = try? File.beginning(of: journal, count: 20)
    else { return false }
    return header.count == 20 && header[18] == 2 && header[19] == 2
  }

  /// What names the file at the journal's path, whatever is written to it.
  func journalNode() -> ino_t? {
    var status = stat()
    return lstat(journal, &status) == 0 ? status.st_ino : nil
  }

  // MARK: A home anew

  func empty() throws {
    try shell("rm -rf \"$1\" && mkdir -p \"$1/home\"", path)
  }

  func save(to copy: String) throws {
    try shell("rm -rf \"$2\" && cp -a \"$1\" \"$2\"", path, copy)
  }

  func restore(from copy: String) throws {
    try shell("rm -rf \"$2\" && cp -a \"$1\" \"$2\"", copy, path)
  }

  func copyJournal(to name: String) throws { try File.copy(journal, to: name) }

  func damageJournal(_ damage: Damage) throws {
    var bytes = try File.read(journal)
    damage.apply(to: &bytes)
    // In place: the file at the path stays the same.
    let file = open(journal, O_WRONLY | O_TRUNC)
    defer { close(file) }
    guard Output.write(bytes, to: file) == .done else { throw DriverError("cannot damage it") }
  }

  private func shell(_ script: String, _ words: String...) throws {
    let result = try Child.run(["sh", "-c", script, "sh"] + words, environment: .current)
    guard result.status.isSuccess else { throw DriverError(result.errorText) }
  }

  // MARK: Looking without touching

  /// What the program finds in a copy of the journal.
  ///
  /// A look at the journal itself would bring the log of a program that was killed to its end, and
  /// the next command would never meet with such a log.
  func found() throws -> JournalState {
    var state = JournalState()
    if let file = try? File.read(config + "/config.json"), !file.isEmpty {
      state.addSettings(try JSONParser.parse(file))
    }
    guard hasJournal() else { return state }
    try copyForLook()
    let all = ["--limit", "0"]
    for deleted in [[], ["--deleted"]] {
      try state.addNotes(ask(["notes", "list"] + all + deleted))
      try state.addEntries(ask(["diary", "list"] + all + deleted))
      try state.addToDos(
        ask(["todo", "list", "--from", "2026-01-01", "--to", "2027-01-01"] + deleted))
    }
    let problems = try SQLiteLook.problems(in: look + "/commitdiary/journal.sqlite")
    guard problems == ["ok"] else {
      throw RoundFailure(["the integrity check says: \(problems.joined(separator: "; "))"])
    }
    return state
  }

  /// The note or the entry with every version, in the copy that `found` has looked at.
  func history(
    of name: String, in group: String, isDeleted: Bool
  ) throws -> JournalState.Writing {
    var writing = JournalState.Writing([], isDeleted: isDeleted)
    try writing.takeVersions(ask([group, "history", name]))
    return writing
  }

  private func copyForLook() throws {
    let folder = look + "/commitdiary"
    try File.makeDirectory(folder)
    for name in try File.list(folder) { try File.remove("\(folder)/\(name)") }
    for suffix in ["", "-wal"] where File.isRegular(journal + suffix) {
      try File.copy(journal + suffix, to: "\(folder)/journal.sqlite\(suffix)")
    }
  }

  private func ask(_ words: [String]) throws -> JSONValue {
    let result = try Child.run(
      [program] + words + ["--json"], in: path,
      environment: environment.adding(["XDG_DATA_HOME": look]), deadline: Runner.timeout)
    guard result.status.isSuccess else {
      throw RoundFailure([
        "“\(words.joined(separator: " "))” of a copy of the journal has ended with "
          + "\(result.status): \(result.errorText)"
      ])
    }
    return try JSONParser.parse(result.output)
  }

  /// The files that still hold one of the words.
  func files(holding words: Set<String>) throws -> [String] {
    let contents = try FolderContents(path)
    // An index may have the beginning of a word only once for several words.
    return Set(words.flatMap { contents.files(holding: String($0.suffix(8))) }).sorted()
  }
}

/// What the driver itself could not do.
struct DriverError: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}
