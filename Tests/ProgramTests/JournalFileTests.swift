import Glibc
import JSON
import Platform
import SQLite
import TestSupport
import Testing

@testable import ProgramSupport

/// A file that is not a journal or cannot be used: the program exits with status 6 and changes no
/// byte of it.
@Suite struct JournalFileTests {
  private let sandbox: Sandbox
  private let id: String

  init() throws {
    sandbox = try Sandbox()
    id = try sandbox.add("--title", "first", "--body", "stays", "--tag", "kept")
    for number in 1...30 {
      try sandbox.add("--body", "note \(number) " + String(repeating: "more words ", count: 100))
    }
  }

  /// A kind of damage, as a shell script in which `$journal` is the path of the file.
  enum Damage: String, CaseIterable, CustomTestStringConvertible {
    case pages = "the header is whole, every page behind the first is overwritten"
    case firstPage = "all behind the header is overwritten"
    case header = "the header is garbage"
    case cut = "it ends in the middle"
    case cutInHeader = "it ends in its header"
    case text = "it is a text"
    case zeros = "it is all zeros"
    case newer = "a newer program has written it"
    case development = "a program from before the first release has written it"
    case stranger = "it is another program's database"
    case unmarkedStranger = "it is another program's database, which has no mark"
    case folder = "it is a folder"

    var testDescription: String { rawValue }

    var script: String {
      switch self {
      case .pages:
        """
        size=$(stat -c %s "$journal")
        yes garbage | head -c $((size - 4096)) \
          | dd of="$journal" bs=4096 seek=1 conv=notrunc status=none
        """
      case .firstPage:
        """
        size=$(stat -c %s "$journal")
        yes garbage | head -c $((size - 100)) \
          | dd of="$journal" bs=100 seek=1 conv=notrunc status=none
        """
      case .header: "yes garbage | head -c 100 | dd of=\"$journal\" conv=notrunc status=none"
      case .cut: "truncate -s $(($(stat -c %s \"$journal\") * 9 / 10 + 700)) \"$journal\""
      case .cutInHeader: "truncate -s 60 \"$journal\""
      case .text: "echo 'Dear diary, this is a text.' > \"$journal\""
      case .zeros: "head -c 8192 /dev/zero > \"$journal\""
      case .newer, .development, .stranger, .unmarkedStranger: "true"
      case .folder: "rm \"$journal\" && mkdir \"$journal\" && echo mine > \"$journal/file\""
      }
    }
  }

  private func spoil(_ damage: Damage) throws {
    try sandbox.shell(damage.script, environment: ["journal": sandbox.journal])
    let file = SQLiteFile(sandbox.journal)
    switch damage {
    case .newer: try file.open().execute("PRAGMA user_version = 99")
    case .development: try file.open().execute("PRAGMA user_version = 21")
    case .stranger, .unmarkedStranger:
      try File.remove(sandbox.journal)
      let connection = try file.open(making: true)
      try connection.execute("CREATE TABLE bookmark (address TEXT)")
      if damage == .stranger { try connection.execute("PRAGMA application_id = 252006673") }
    default: break
    }
  }

  @Test(arguments: Damage.allCases)
  func `refuses an unusable journal file with exit 6 and leaves it alone`(damage: Damage) throws {
    try spoil(damage)
    let before = try FolderContents(sandbox.data)
    let commands = [
      ["notes", "add", "--body", "new"], ["notes", "list"], ["search", "stays"],
      ["notes", "edit", id, "--body", "new"], ["notes", "delete", id, "--purge", "--yes"],
      ["notes", "history", id],
    ]
    for words in commands {
      try sandbox.run(words).expectRefusal(6)
      try sandbox.run(words + ["--json"]).expectRefusalAsJSON(6)
      #expect(try FolderContents(sandbox.data) == before, "\(words)")
    }
    let doctor = try sandbox.run("doctor", "--json").expect(6)
    let checks = try doctor.json()["checks"]?.array
    #expect(checks?.first { $0["name"]?.string == "journal" }?["ok"]?.bool == false)
    #expect(try FolderContents(sandbox.data) == before)
  }

  @Test func `uses an empty file as a new journal`() throws {
    try sandbox.shell(": > \"$journal\"", environment: ["journal": sandbox.journal])
    #expect(try sandbox.notes() == [])
    #expect(File.size(sandbox.journal) == 0)
    try sandbox.add("--body", "the first")
    #expect(try sandbox.notes().compactMap { $0["body"]?.string } == ["the first"])
    #expect(try sandbox.integrity() == ["ok"])
  }

  /// These pages include some that nothing depends on, and some that much depends on.
  @Test(arguments: [4, 10, 20, 33])
  func `repairs everything outside a destroyed page and keeps the old file`(page: Int) throws {
    try sandbox.shell(
      "yes garbage | head -c 4096 | dd of=\"$journal\" bs=4096 seek=\(page - 1) conv=notrunc",
      environment: ["journal": sandbox.journal])
    let notes = try repaired()
    // A page contains three or four of these notes.
    #expect(notes.count >= 26, "\(notes.count)")
  }

  @Test func `repairs what is left of a truncated journal`() throws {
    try spoil(.cut)
    #expect(try !repaired().isEmpty)
  }

  private func repaired() throws -> [JSONValue] {
    let damaged = try File.read(sandbox.journal)
    try sandbox.run("doctor", "--repair", "--json").expect(0)
    let copies = try File.list(sandbox.data).filter { $0.contains(".before-repair-") }
    #expect(try copies.map { try File.read("\(sandbox.data)/\($0)") } == [damaged])
    #expect(try sandbox.integrity() == ["ok"])
    let notes = try sandbox.notes()
    try sandbox.add("--body", "after the repair")
    return notes
  }

  // MARK: Permissions

  /// Gives the journal to a user who may not write to its folder.
  private func close(_ permissions: String, to user: OtherUser) throws {
    try sandbox.shell(
      """
      chmod 0755 "$sandbox/data" "$sandbox/home"
      chown \(user.number) "$sandbox/home" "$sandbox/data/commitdiary/journal.sqlite"
      chmod \(permissions) "$sandbox/data/commitdiary"
      """)
  }

  @Test(.enabled(if: OtherUser.isAvailable, "\(OtherUser.reason)"))
  func `in a read-only folder saving fails and reading works`() throws {
    let user = OtherUser()
    try close("0555", to: user)
    defer { _ = try? sandbox.shell("chmod 0755 \"$sandbox/data/commitdiary\"") }
    let before = try FolderContents(sandbox.data)
    let home = sandbox.file("home")
    for words in [
      Sandbox.anywhere + ["--body", "new"], ["notes", "edit", id, "--body", "new"],
      ["notes", "delete", id, "--yes"], ["notes", "delete", id, "--purge", "--yes"],
    ] {
      try sandbox.run(words, in: home, as: user).expectRefusal(6)
      try sandbox.run(words + ["--json"], in: home, as: user).expectRefusalAsJSON(6)
    }
    let list = try sandbox.run("notes", "list", "--limit", "0", "--json", in: home, as: user)
      .expect(0)
    #expect(try list.json()["notes"]?.array?.count == 31)
    for words in [["notes", "show", id], ["notes", "search", "stays"]] {
      try sandbox.run(words, in: home, as: user).expect(0, output: "stays")
    }
    #expect(try FolderContents(sandbox.data) == before)
  }

  @Test(.enabled(if: OtherUser.isAvailable, "\(OtherUser.reason)"))
  func `a journal that cannot be created or read exits with 6`() throws {
    let user = OtherUser()
    let home = sandbox.file("home")
    try close("0000", to: user)
    defer { _ = try? sandbox.shell("chmod 0755 \"$sandbox/data/commitdiary\"") }
    if user.number != getuid() {
      for words in [Sandbox.anywhere + ["--body", "new"], ["notes", "list"]] {
        try sandbox.run(words, in: home, as: user).expectRefusal(6)
        try sandbox.run(words + ["--json"], in: home, as: user).expectRefusalAsJSON(6)
      }
    }
    try sandbox.shell("mkdir \"$sandbox/closed\" && chmod 0555 \"$sandbox/closed\"")
    let closed = ["XDG_DATA_HOME": sandbox.file("closed")]
    try sandbox.run(Sandbox.anywhere + ["--body", "new"], environment: closed, in: home, as: user)
      .expectRefusal(6)
    try sandbox.run("notes", "list", "--json", environment: closed, in: home, as: user).expect(0)
    #expect(try File.list(sandbox.file("closed")) == [])
  }

  @Test(.enabled(if: OtherUser.isAvailable, "\(OtherUser.reason)"))
  func `a log in a read-only folder hides no note`() throws {
    let user = OtherUser()
    // An open connection keeps the log. A copy of both files is what a killed program leaves.
    let connection = try SQLiteFile(sandbox.journal).open()
    _ = try connection.pragma("user_version")
    try sandbox.add("--body", "only in the log")
    try sandbox.shell(
      """
      mkdir "$sandbox/left" && cp "$XDG_DATA_HOME"/commitdiary/journal.sqlite* "$sandbox/left"
      rm "$sandbox/left/journal.sqlite-shm"
      """)
    _ = consume connection
    #expect((File.size(sandbox.file("left/journal.sqlite-wal")) ?? 0) > 0)
    try sandbox.shell(
      """
      rm "$XDG_DATA_HOME"/commitdiary/* && mv "$sandbox"/left/* "$XDG_DATA_HOME/commitdiary"
      chown \(user.number) "$XDG_DATA_HOME"/commitdiary/*
      """)
    try close("0555", to: user)
    defer { _ = try? sandbox.shell("chmod 0755 \"$sandbox/data/commitdiary\"") }
    let words = ["notes", "list", "--limit", "0", "--json"]
    let outcome = try sandbox.run(words, in: sandbox.file("home"), as: user)
    if outcome.status == 0 {
      let bodies = try outcome.json()["notes"]?.array?.compactMap { $0["body"]?.string }
      #expect(bodies?.contains("only in the log") == true)
    } else {
      outcome.expectRefusalAsJSON(6)
    }
  }
}

extension StressTests {
  @Suite struct LockTests {
    @Test func `waits for a locked journal, then exits with 6`() throws {
      let sandbox = try Sandbox()
      let id = try sandbox.add("--body", "stays")
      let before = try File.read(sandbox.journal)
      let holder = try SQLiteFile(sandbox.journal).open()
      try holder.execute("BEGIN EXCLUSIVE")
      let clock = ContinuousClock()
      var outcome: Outcome?
      let time = try clock.measure { outcome = try sandbox.run("notes", "add", "--body", "new") }
      outcome?.expectRefusal(6)
      // Not a test of speed: the program must neither give up early nor hang.
      #expect(time > .seconds(4) && time < .seconds(60), "\(time)")
      try sandbox.run("notes", "edit", id, "--body", "new", "--json").expectRefusalAsJSON(6)
      // Commands that only read do not wait.
      #expect(try sandbox.notes().compactMap { $0["body"]?.string } == ["stays"])
      try holder.execute("ROLLBACK")
      #expect(try File.read(sandbox.journal) == before)
      try sandbox.add("--body", "new")
    }
  }
}
