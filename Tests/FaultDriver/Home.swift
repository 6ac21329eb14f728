import FaultPlan
import Foundation
import Glibc
import JSON
import Platform
import TestSupport

/// The files of the journal when it was last inspected, and what the program found in them.
private final class LastLook {
  var found: (files: [[UInt8]], state: JournalState)?
}

/// The home directory of all rounds, and the program under test.
struct Home {
  let program: String
  /// The folder with all files of a round. The program uses only `path` below it.
  let folder: String
  private let lastLook = LastLook()

  init(program: String, folder: String) throws {
    self.program = program
    self.folder = folder
    try File.makeDirectory(aside)
    try File.writeAtomically(
      Array("#!/bin/sh\ncat '\(typed)' >\"$1\"\nexit 1\n".utf8), to: editor, permissions: 0o755)
  }

  /// The home directory that the program uses.
  var path: String { folder + "/home" }
  /// Files of the driver, outside the program's home directory.
  var aside: String { folder + "/aside" }

  var data: String { path + "/data/commitdiary" }
  var journal: String { data + "/journal.sqlite" }
  private var config: String { path + "/config/commitdiary" }
  var traceLog: String { aside + "/strace" }
  var writerErrors: String { aside + "/writer-errors" }
  /// An editor that writes the contents of `typed` and then fails.
  private var editor: String { aside + "/editor" }
  var typed: String { aside + "/typed" }
  /// A copy of the journal, for inspection without side effects.
  private var look: String { aside + "/look" }

  var environment: Environment {
    Environment.sandboxed(in: path).adding([
      "COMMITDIARY_NOW": "\(CommandChoice.today)T08:00:00Z", "EDITOR": editor,
    ])
  }

  /// The files that the program is expected to open, and their folders.
  var traced: [String] {
    let folders = [data, config, path + "/state/commitdiary/drafts"]
    return ["", "-wal", "-shm"].map { journal + $0 } + folders + [config + "/config.json"]
  }

  /// An empty file is a journal that is not initialized yet, so there is nothing to repair.
  func hasJournal() -> Bool { File.isRegular(journal) && (File.size(journal) ?? 0) > 0 }

  /// Whether a reader can open the journal without disturbing writers. The file header shows
  /// whether the journal is initialized. If a rollback journal exists, a reader would roll the file
  /// back to an empty one and lock out writers meanwhile.
  func hasReadableJournal() -> Bool {
    guard hasJournal(), !File.exists(journal + "-journal"),
      let header = FileHandle(forReadingAtPath: journal)?.readData(ofLength: 20)
    else { return false }
    return header.count == 20 && header[18] == 2 && header[19] == 2
  }

  /// The inode at the journal's path, which stays the same while the contents change.
  func journalNode() -> ino_t? {
    var status = stat()
    return lstat(journal, &status) == 0 ? status.st_ino : nil
  }

  // MARK: Setting up

  func empty() throws {
    try shell("rm -rf \"$1\" && mkdir -p \"$1/home\"", path)
    try shell(FaultClone.script, "\(path)/\(FaultClone.folder)")
  }

  /// Makes pipes and folders beside the journal. The program ignores them.
  func addSpecialFiles() throws {
    try shell(
      """
      mkdir -p "$1" && cd "$1" && mkfifo journal.sqlite.schema-2 journal.sqlite.log-1 \
        journal.sqlite.schema-2.unfinished && mkdir journal.sqlite.before-repair-1
      """, data)
  }

  /// What is wrong with the hooks of the clone: each is either the user's or this program's.
  func faultsOfHooks() -> [String] {
    let folder = "\(path)/\(FaultClone.folder)/.git/hooks"
    func text(_ name: String) -> String? {
      (try? File.read("\(folder)/\(name)")).map { String(decoding: $0, as: UTF8.self) }
    }
    return FaultClone.faults(
      hook: text("post-rewrite"), previous: text("post-rewrite.before-commitdiary"))
  }

  /// Deletes the lock files that a killed git leaves behind, as `notes mirror` asks its user to.
  func removeLocksOfNotes() throws {
    for name in ["refs/notes/commitdiary", "config"] {
      try File.remove("\(path)/\(FaultClone.folder)/.git/\(name).lock")
    }
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
    // The file is overwritten in place, so that it keeps its inode.
    let file = open(journal, O_WRONLY | O_TRUNC)
    defer { close(file) }
    guard DescriptorOutput.write(bytes, to: file) == .done else {
      throw DriverError("cannot damage it")
    }
  }

  private func shell(_ script: String, _ words: String...) throws {
    let result = try Child.run(["sh", "-c", script, "sh"] + words, environment: .current)
    guard result.status.isSuccess else { throw DriverError(result.errorText) }
  }

  // MARK: A second journal, and copies

  private static let bystander = "bystander"

  /// Makes another journal, and lets both be copied after their first change.
  func beginSecondJournal() throws {
    try File.makeDirectory(path + "/copies")
    for words in [
      ["config", "set", "journals.\(Self.bystander)"],
      ["config", "set", "backup.path", path + "/copies"],
    ] {
      try ask(words)
    }
    try writeToSecondJournal()
  }

  /// Adds to a text of the other journal.
  func writeToSecondJournal() throws {
    try ask(["jot", "a line of the \(Self.bystander)", "--journal", Self.bystander])
  }

  /// What is wrong with the other journal, of which no word may be elsewhere.
  ///
  /// - Parameter words: words of texts that were never in it.
  func faultsOfSecondJournal(without words: Set<String>) throws -> [String] {
    let folder = "data/commitdiary/journals/\(Self.bystander)/"
    func isItsOwn(_ file: String) -> Bool {
      file.contains(folder) || file.contains("copies/commitdiary-\(Self.bystander)-")
    }
    let contents = try FolderContents(path)
    var faults = contents.files(holding: "line of the \(Self.bystander)")
      .filter { !isItsOwn($0) }.map { "a line of the other journal is in \($0)" }
    for word in words {
      faults += contents.files(holding: word).filter(isItsOwn).map { "\(word) is in \($0)" }
    }
    let answer = try ask(["diary", "show", "--journal", Self.bystander])
    if answer["body"]?.string?.contains("line of the \(Self.bystander)") != true {
      faults.append("the entry of the other journal is \(answer)")
    }
    return faults
  }

  /// Waits for the processes that copy journals.
  func waitForCopies() throws {
    while try Child.run(["pgrep", "-f", "/commitdiary copy$"], environment: .current).status
      .isSuccess
    {
      Pause.milliseconds(10)
    }
  }

  /// What is wrong with the copies: each that has its name is whole.
  func faultsOfCopies() throws -> [String] {
    try File.listIfThere(path + "/copies").filter { $0.hasSuffix(".sqlite") }.compactMap { name in
      let problems = try SQLiteLook.problems(in: "\(path)/copies/\(name)")
      return problems == ["ok"] ? nil : "\(name): \(problems.joined(separator: "; "))"
    }
  }

  @discardableResult
  private func ask(_ words: [String]) throws -> JSONValue {
    try ask(words, in: environment)
  }

  // MARK: Inspecting

  /// The state that the program finds in a copy of the journal.
  ///
  /// Opening the journal itself would recover the log of a killed program, so the next command
  /// would never encounter such a log.
  func found() throws -> JournalState {
    var state = JournalState()
    if let file = try? File.read(config + "/config.json"), !file.isEmpty {
      state.addSettings(try JSONParser.parse(file))
    }
    guard hasJournal() else { return state }
    // Most commands that only read leave the files as they were.
    let files = try ["", "-wal"].map {
      File.exists(journal + $0) ? try File.read(journal + $0) : []
    }
    if let last = lastLook.found, last.files.elementsEqual(files, by: Self.areSame) {
      var same = last.state
      same.settings = state.settings
      return same
    }
    lastLook.found = nil
    try copyForLook()
    let all = ["--limit", "0"]
    for deleted in [[], ["--deleted"]] {
      try state.addNotes(askCopy(["notes", "list"] + all + deleted))
      try state.addEntries(askCopy(["diary", "list"] + all + deleted))
      try state.addToDos(
        askCopy(["todo", "list", "--since", "2026-01-01", "--until", "2027-01-01"] + deleted))
    }
    let problems = try SQLiteLook.problems(in: look + "/commitdiary/journal.sqlite")
    guard problems == ["ok"] else {
      throw RoundFailure(["the integrity check says: \(problems.joined(separator: "; "))"])
    }
    lastLook.found = (files, state)
    return state
  }

  /// Comparing arrays is slow without optimization.
  private static func areSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    one.count == other.count && memcmp(one, other, one.count) == 0
  }

  /// All versions of a note or an entry, from the copy that `found` uses.
  func history(
    of name: String, in group: String, isDeleted: Bool
  ) throws -> JournalState.Writing {
    var writing = JournalState.Writing([], isDeleted: isDeleted)
    try writing.takeVersions(askCopy([group, "history", name]))
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

  private func askCopy(_ words: [String]) throws -> JSONValue {
    try ask(words, in: environment.adding(["XDG_DATA_HOME": look]))
  }

  private func ask(_ words: [String], in environment: Environment) throws -> JSONValue {
    let result = try Child.run(
      [program] + words + ["--json"], in: path, environment: environment, deadline: Runner.timeout)
    guard result.status.isSuccess else {
      throw RoundFailure([
        "“\(words.joined(separator: " "))” has ended with "
          + "\(result.status): \(result.errorText)"
      ])
    }
    return try JSONParser.parse(result.output)
  }

  /// The files that still contain one of the words.
  func files(holding words: Set<String>) throws -> [String] {
    let contents = try FolderContents(path)
    // An index may store a common prefix of several words only once.
    return Set(words.flatMap { contents.files(holding: String($0.suffix(8))) }).sorted()
  }
}

/// An error of the driver itself.
struct DriverError: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}
