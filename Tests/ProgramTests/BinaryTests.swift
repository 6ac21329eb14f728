import Platform
import Testing

@testable import ProgramSupport

/// The contents of the program, and what it starts and loads when it runs.
@Suite struct BinaryTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test(.enabled(if: Program.isRelease, "\(Program.releaseHint)"))
  func `the binary is stripped and at most 25 MB`() throws {
    let size = try #require(File.size(sandbox.program))
    #expect(size <= 25_000_000)
    let file = try ELFFile(sandbox.program)
    #expect(file.isELF64)
    #expect(!file.sectionKinds.isEmpty && !file.sectionKinds.contains(2), "it has symbols")
  }

  @Test(.enabled(if: Program.isRelease, "\(Program.releaseHint)"))
  func `uses the system's library path and contains no ICU data`() throws {
    let file = try ELFFile(sandbox.program)
    #expect(file.dynamicTags.contains(1), "it needs no library")
    #expect(!file.dynamicTags.contains(15) && !file.dynamicTags.contains(29))
    #expect(try sandbox.script("grep -qaF icudt \"$commitdiary\"").status == 1)
    // A check that the search works.
    #expect(try sandbox.script("grep -qaF libsqlite3 \"$commitdiary\"").status == 0)
  }

  /// Runs the program, and returns the libraries that were loaded by each process, from the
  /// loader's log.
  private func processes(
    _ words: [String], environment more: [String: String] = [:]
  ) throws -> [Set<String>] {
    let folder = sandbox.file("loader-\(UInt32.random(in: 0 ... .max))")
    try File.makeDirectory(folder)
    let loader = ["LD_DEBUG": "files", "LD_DEBUG_OUTPUT": folder + "/log"]
    try sandbox.run(words, environment: loader.merging(more) { $1 })
    return try File.list(folder).map { name in
      let text = String(decoding: try File.read("\(folder)/\(name)"), as: UTF8.self)
      return Set(text.matches(of: /file=([^ ]+)/).map { String($0.output.1) })
    }
  }

  @Test(.enabled(if: Program.isRelease, "\(Program.releaseHint)"))
  func `notes list loads little more than SQLite and the C library`() throws {
    try sandbox.add("--title", "title")
    let libraries = try #require(try processes(["notes", "list"]).first)
    #expect(libraries.contains { $0.hasPrefix("libsqlite3") }, "\(libraries)")
    for name in [
      "libcurl", "libsecret", "libicu", "libstdc++", "libgnutls", "libssl", "libglib", "libgio",
      "libFoundation", "libswift", "lib_Foundation", "libgit2",
    ] {
      #expect(!libraries.contains { $0.hasPrefix(name) }, "\(libraries)")
    }
    #expect(libraries.count <= 10, "\(libraries)")
  }

  @Test(arguments: ["notes list", "notes show", "notes search title", "search title", "--version"])
  func `reading the journal starts no other program`(line: String) throws {
    let id = try sandbox.add("--title", "title")
    var words = line.split(separator: " ").map(String.init)
    if words.last == "show" { words.append(id) }
    let git = try marking("git")
    #expect(try processes(words, environment: git).count == 1)
    #expect(!File.exists(sandbox.file("mark")))
    // A check that children are noticed: the list of commits needs git.
    #expect(try processes(["commits"], environment: git).count > 1)
    #expect(File.exists(sandbox.file("mark")))
  }

  @Test func `notes work without any other program installed`()
    throws
  {
    let nothing = ["PATH": "/nonexistent"]
    let home = sandbox.file("home")
    func run(_ words: [String]) throws -> Outcome {
      let outcome = try sandbox.run(words, environment: nothing, in: home)
      #expect(outcome.status == 0, "\(outcome.testDescription)")
      return outcome
    }
    let added = try run(Sandbox.anywhere + ["--title", "alone", "--body", "text", "-q"])
    let id = added.output.split(separator: "\n").joined()
    #expect(try run(["notes", "list"]).output.contains("alone"))
    #expect(try run(["notes", "show", id]).output.contains("text"))
    #expect(try run(["search", "alone"]).output.contains("alone"))
    _ = try run(["notes", "edit", id, "--body", "other"])
    _ = try run(["notes", "history", id])
    _ = try run(["notes", "delete", id, "--yes"])
    _ = try run(["notes", "restore", id])
    let doctor = try sandbox.run("doctor", environment: nothing, in: home)
    #expect(doctor.status == 1 && doctor.output.contains("git"), "\(doctor.testDescription)")
  }

  @Test func `child processes get no token`() throws {
    let secrets = ["COMMITDIARY_TOKEN": "s1", "GH_TOKEN": "s2", "GITHUB_TOKEN": "s3"]
    let tool = "env >> \"\(sandbox.file("seen"))\"; "
    let git = try sandbox.makeScript("bin-git", tool + "exec /usr/bin/git \"$@\"")
    try sandbox.shell("mkdir \"$sandbox/bin\" && mv '\(git)' \"$sandbox/bin/git\"")
    let path = ["PATH": sandbox.file("bin") + ":/usr/bin:/bin"]
    let editor = try sandbox.editor(tool + "echo written > \"$1\"")
    let outcome = try sandbox.onTerminal(
      "notes", "add", environment: secrets.merging(path) { $1 }.merging(editor) { $1 })
    #expect(outcome.status == 0, "\(outcome.testDescription)")
    let seen = String(decoding: try File.read(sandbox.file("seen")), as: UTF8.self)
    #expect(seen.contains("PATH=") && seen.contains("HOME="))
    #expect(!seen.contains("_TOKEN"))
  }

  /// A folder in which the program `name` creates a marker file and fails.
  private func marking(_ name: String) throws -> [String: String] {
    let folder = sandbox.file("bin")
    try File.makeDirectory(folder)
    _ = try sandbox.makeScript("bin/\(name)", "touch \"\(sandbox.file("mark"))\"; exit 1")
    return ["PATH": folder + ":/usr/bin:/bin"]
  }
}
