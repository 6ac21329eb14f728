import JSON
import Platform
import TestSupport
import Testing

@testable import ProgramSupport

/// What every release has written, in `Tests/Released`, with the program of today.
@Suite(.inProcess) struct ReleasedFilesTests {
  /// The files of one release. `scripts/released` makes them.
  struct Release: CustomTestStringConvertible, Sendable {
    var version: String
    var testDescription: String { version }

    static let folder = Program.root + "/Tests/Released"
    static let all = ((try? File.list(folder)) ?? []).sorted().map(Release.init)

    func file(_ name: String) -> String { "\(Self.folder)/\(version)/\(name)" }

    /// The records of its archive, by their ids.
    func records() throws -> [String: JSONValue] {
      try ReleasedFilesTests.records(in: JSONParser.parse(File.read(file("export.json"))))
    }
  }

  private static func records(in archive: JSONValue) throws -> [String: JSONValue] {
    let all = archive["records"]?.array ?? []
    #expect(!all.isEmpty)
    return Dictionary(
      uniqueKeysWithValues: try all.map { (try #require($0["id"]?.string), $0) })
  }

  /// Whether a value has all that another one has: keys may have been added.
  private func has(_ value: JSONValue?, _ kept: JSONValue) -> Bool {
    switch (value, kept) {
    case (.object?, .object(let members)):
      members.allSatisfy { has(value?[$0.name], $0.value) }
    case (.array(let elements)?, .array(let expected)):
      elements.count == expected.count && zip(elements, expected).allSatisfy { has($0, $1) }
    default: value == kept
    }
  }

  /// Compares the journal of a sandbox with the archive of a release.
  private func expectRecords(_ release: Release, in sandbox: Sandbox) throws {
    let archive = try sandbox.run("export", "json", "-").success().json()
    let records = try Self.records(in: archive)
    for (id, kept) in try release.records() { #expect(has(records[id], kept), "\(id)") }
  }

  private func sandbox() throws -> Sandbox {
    try Sandbox(at: "2026-12-01T09:00:00+09:00", in: "Asia/Seoul")
  }

  private func copy(_ path: String, to place: String) throws {
    try File.makeDirectory(File.directory(of: place))
    try File.writeAtomically(try File.read(path), to: place)
  }

  @Test func `the present version is kept, or the one before it`() {
    #expect(!Release.all.isEmpty)
  }

  @Test(arguments: Release.all)
  func `its journal is opened, checked, read and written`(_ release: Release) throws {
    let sandbox = try sandbox()
    try copy(release.file("journal.sqlite"), to: sandbox.journal)
    try expectRecords(release, in: sandbox)
    try sandbox.run("--offline", "doctor", "--full").expect(0)
    try sandbox.run("jot", "of today").expect(0)
    try sandbox.run("undo", "--yes").expect(0)
    try sandbox.run("undo", "--list").expect(0, output: "import")
    try sandbox.run("search", "queue").expect(0, output: "Why the index is cached")
    try expectRecords(release, in: sandbox)
  }

  @Test(arguments: Release.all)
  func `its archive is imported`(_ release: Release) throws {
    let sandbox = try sandbox()
    try sandbox.run("import", "json", release.file("export.json")).expect(0)
    try expectRecords(release, in: sandbox)
  }

  @Test(arguments: Release.all)
  func `its remotes are joined, and sent to`(_ release: Release) throws {
    let key = try File.read(release.file("sealed.key"))
    for (name, options, input) in [
      ("plain", ["--plain"], [UInt8]()), ("sealed", ["--store", "file"], key),
    ] {
      let sandbox = try sandbox()
      let remote = sandbox.file("\(name).git")
      try sandbox.shell("git clone -q --bare '\(release.file("\(name).bundle"))' '\(remote)'")
      try sandbox.run(["sync", "join", remote] + options, input: input).expect(0)
      try expectRecords(release, in: sandbox)
      try sandbox.run("jot", "of today").expect(0)
      try sandbox.run("sync").expect(0, output: "sent 1")
    }
  }

  @Test(
    arguments: Release.all,
    [
      ("markdown", "markdown", 3, 5), ("markdown", "logseq", 3, 5), ("ics", "ics", 3, 5),
      ("jrnl", "jrnl.txt", 5, 0), ("dayone", "dayone.zip", 3, 0), ("todotxt", "todo.txt", 0, 5),
      ("taskwarrior", "taskwarrior.json", 0, 5),
    ])
  func `its exports are imported, and folders are written back as they were`(
    _ release: Release, _ form: (format: String, file: String, entries: Int, toDos: Int)
  ) throws {
    let sandbox = try sandbox()
    let (kept, copy) = (release.file(form.file), sandbox.file("copy"))
    try sandbox.shell("cp -R '\(kept)' '\(copy)'")
    let imported = try sandbox.json("import", form.format, copy)["imported"]
    #expect(imported?["entries"]?.integer == form.entries)
    #expect(imported?["todos"]?.integer == form.toDos)
    let again = try sandbox.json("import", form.format, copy)
    #expect(again["imported"]?["entries"] == 0 && again["changed"] == 0)
    guard File.isDirectory(kept) else { return }
    try sandbox.run("export", form.format, copy).expect(0)
    try sandbox.shell("diff -r '\(kept)' '\(copy)'")
  }

  @Test(
    arguments: Release.all,
    [
      ("markdown", "markdown"), ("ics", "ics"), ("dayone", "dayone.zip"), ("jrnl", "jrnl.txt"),
      ("taskwarrior", "taskwarrior.json"), ("todotxt", "todo.txt"),
    ])
  func `its texts are known in what it exported`(
    _ release: Release, _ form: (format: String, file: String)
  ) throws {
    let sandbox = try sandbox()
    try copy(release.file("journal.sqlite"), to: sandbox.journal)
    let file = sandbox.file(form.file)
    try sandbox.shell("cp -R '\(release.file(form.file))' '\(file)'")
    let result = try sandbox.json("import", form.format, file)
    // A to-do has no id in Markdown, and this is another folder.
    let kinds = form.format == "markdown" ? ["notes", "entries"] : ["notes", "entries", "todos"]
    for kind in kinds { #expect(result["imported"]?[kind] == 0, "\(result)") }
    #expect(result["changed"] == 0 && (result["unchanged"]?.integer ?? 0) > 0, "\(result)")
  }

  /// The names that a command has: those below it, and its options.
  private func names(of path: [String], in sandbox: Sandbox) throws -> Set<Substring> {
    let sections = try sandbox.json(["help"] + path)["sections"]?.array ?? []
    let terms = sections.flatMap { $0["rows"]?.array ?? [] }.compactMap { $0["term"]?.string }
    return Set(
      terms.flatMap { term in
        term.split(whereSeparator: { " ,=".contains($0) }).filter { !$0.hasPrefix("<") }
      })
  }

  @Test(arguments: Release.all)
  func `its commands, options, settings and variables are there`(_ release: Release) throws {
    let sandbox = try sandbox()
    let kept = String(decoding: try File.read(release.file("names.txt")), as: UTF8.self)
    let settings = Set(
      try sandbox.json("config", "list")["settings"]?.array?.compactMap { $0["key"]?.string } ?? [])
    let manual = try sandbox.run("man", "--format", "roff").output
    var known: [[String]: Set<Substring>] = [:]
    for line in kept.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      switch words[0] {
      case "setting": #expect(settings.contains(words[1]), "\(line)")
      case "variable": #expect(manual.contains(words[1]), "\(line)")
      default:
        let last = words[words.count - 1]
        let path = words.count == 1 ? ["all"] : Array(words.dropLast())
        if known[path] == nil { known[path] = try names(of: path, in: sandbox) }
        #expect(known[path]?.contains(last[...]) == true, "\(line)")
      }
    }
    #expect(kept.split(separator: "\n").count > 300)
  }

  @Test(arguments: Release.all)
  func `its settings are read`(_ release: Release) throws {
    let sandbox = try sandbox()
    let file = try JSONParser.parse(File.read(release.file("config.json")))
    try copy(
      release.file("config.json"), to: sandbox.file("config/commitdiary/config.json"))
    let settings = try sandbox.json("config", "list")["settings"]?.array ?? []
    for member in try #require(file.object) {
      let setting = settings.first { $0["key"]?.string == member.name }
      #expect(setting?["isSet"] == true && setting?["value"] == member.value, "\(member.name)")
    }
    try sandbox.run("today", "--offline").expect(0).expectExactly(error: "")
  }
}
