import Platform
import TestSupport
import Testing

@testable import ProgramSupport

/// The installed files, and the manual.
@Suite(.serialized) struct InstallationTests {
  private let sandbox: Sandbox
  private let installation: Installation

  init() throws {
    sandbox = try Sandbox()
    installation = try Installation(in: sandbox)
  }

  private func files() throws -> [String] {
    try FolderContents(installation.prefix).files.keys
      .map { String($0.dropFirst(installation.prefix.count + 1)) }.sorted()
  }

  @Test func `installs twice and uninstalls every file but the journal`() throws {
    let first = try files()
    for name in [
      "bin/commitdiary", "share/bash-completion/completions/commitdiary",
      "share/zsh/site-functions/_commitdiary",
      "share/fish/vendor_completions.d/commitdiary.fish", "share/man/man1/commitdiary.1",
      "share/man/man1/commitdiary-notes-add.1", "share/man/ko/man1/commitdiary.1",
      "share/man/ja/man1/commitdiary-search.1",
    ] {
      #expect(first.contains(name), "\(first)")
    }
    try sandbox.add("--title", "stays")
    #expect(try installation.installAgain().status == 0)
    #expect(try files() == first)
    let version = try sandbox.script("commitdiary --version", environment: installation.environment)
    #expect(version.output.hasPrefix("commitdiary "), "\(version.testDescription)")
    #expect(try installation.remove().status == 0)
    #expect(try files() == [])
    #expect(try sandbox.notes().count == 1)
    #expect(try installation.remove().status == 0)
  }

  @Test func `installs the completion script that the program prints`() throws {
    for (shell, name) in [
      ("bash", "bash-completion/completions/commitdiary"),
      ("zsh", "zsh/site-functions/_commitdiary"),
      ("fish", "fish/vendor_completions.d/commitdiary.fish"),
    ] {
      let file = try File.read("\(installation.prefix)/share/\(name)")
      #expect(try sandbox.run("completion", shell).bytes == file)
    }
  }

  // MARK: The manual

  private static let chapters = ["en": "man1", "de": "de/man1", "ko": "ko/man1", "ja": "ja/man1"]

  private func shell(_ script: String, _ more: [String: String] = [:]) throws -> Outcome {
    try sandbox.script(script, environment: installation.environment.merging(more) { $1 })
  }

  @Test(arguments: ["en", "de", "ko", "ja"])
  func `every manual page renders without a warning`(language: String) throws {
    let folder = try installation.prefix + "/share/man/" + #require(Self.chapters[language])
    let names = try File.list(folder)
    let english = try File.list(installation.prefix + "/share/man/man1")
    #expect(names.sorted() == english.sorted() && names.count > 20)

    let man = try shell(
      "cd \"$folder\" && man --warnings -E UTF-8 -l -Tutf8 -Z *.1 | grep -c '^x init'",
      ["folder": folder]
    ).expectExactly(output: "\(names.count)\n")
    // Lines in a script without spaces cannot always be broken well.
    let warnings = man.error.split(separator: "\n").filter {
      language == "en" || !$0.contains("can't break line")
    }
    #expect(warnings == [])

    let lint = try shell("cd \"$folder\" && mandoc -T lint *.1", ["folder": folder])
    let excused = ["operating system", "RCS", "input text line longer than 80 bytes"]
    let faults = lint.output.split(separator: "\n").filter { line in
      !(line.contains("STYLE:") && excused.contains { line.contains($0) })
    }
    #expect(faults == [])
  }

  @Test func `detects an error in a manual page`() throws {
    try sandbox.shell("printf '.TH X 1\\n.SH NAME\\nx \\\\- y\\n.XX z\\n' > \"$sandbox/bad.1\"")
    try shell("man --warnings -E UTF-8 -l -Tutf8 -Z \"$sandbox/bad.1\" >/dev/null")
      .expect(error: "XX")
    try shell("mandoc -T lint \"$sandbox/bad.1\"").expect(output: "unknown macro")
  }

  @Test func `man and the program open the same pages`() throws {
    for name in ["commitdiary", "commitdiary-notes", "commitdiary-notes-add"] {
      let found = try shell("man -M \"$prefix/share/man\" -w \(name)").expectExactly(
        output: "\(installation.prefix)/share/man/man1/\(name).1\n")
      let words = name.split(separator: "-").dropFirst().map(String.init)
      let page = try sandbox.run(["man", "--format", "roff"] + words)
      #expect(page.bytes == (try File.read(found.output.split(separator: "\n").joined())))
    }
  }

  @Test(arguments: [
    ("en_US.UTF-8", "COMMITDIARY-NOTES-ADD(1)"), ("ko_KR.UTF-8", "커밋"), ("ja_JP.UTF-8", "コミット"),
  ])
  func `man on a terminal shows all letters without the system locale`(
    locale: String, words: String
  ) throws {
    let pager = ["MANPAGER": "cat", "PAGER": "cat"]
    let environment = pager.merging(Locales.language(locale)) { $1 }
    try sandbox.onTerminal("man", "notes", "add", environment: environment).expect(
      0, output: words, "NOTES-ADD(1)")
    // If man fails, the page is printed as plain text.
    _ = try sandbox.makeScript("man", "exit 1")
    let path = ["PATH": "\(sandbox.path):/usr/bin:/bin"]
    try sandbox.onTerminal("man", "notes", "add", environment: environment.merging(path) { $1 })
      .expect(0, output: words, without: ".SH")
  }

  @Test(arguments: ["ko_KR.UTF-8", "ja_JP.UTF-8"])
  func `a page's headings and text are in the reader's language`(locale: String) throws {
    let words = ["man", "notes", "add", "--format", "roff"]
    let page = try sandbox.run(words, environment: Locales.language(locale))
    for heading in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "SEE ALSO"] {
      #expect(!page.output.contains(".SH \"\(heading)\""), "\(heading)")
    }
    let english = try sandbox.run(words).output.split(separator: "\n")
    let sentences = english.filter { !$0.hasPrefix(".") && $0.split(separator: " ").count > 4 }
    for sentence in sentences where !sentence.contains("commitdiary") {
      #expect(!page.output.contains(sentence), "\(sentence)")
    }
  }
}

/// The contents of the program, and what it starts and loads when it runs.
@Suite struct BinaryTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test(.enabled(if: Program.isRelease, "\(Program.releaseHint)"))
  func `the binary is stripped and at most 25 MB`() throws {
    #expect(try #require(File.size(sandbox.program)) <= 25_000_000)
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

  @Test func `notes work without any other program installed`() throws {
    let nothing = ["PATH": "/nonexistent"]
    let home = sandbox.file("home")
    func run(_ words: [String]) throws -> Outcome {
      try sandbox.run(words, environment: nothing, in: home).expect(0)
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
    try sandbox.run("doctor", environment: nothing, in: home).expect(1, output: "git")
  }

  @Test func `child processes get no token`() throws {
    let secrets = ["COMMITDIARY_TOKEN": "s1", "GH_TOKEN": "s2", "GITHUB_TOKEN": "s3"]
    let tool = "env >> \"\(sandbox.file("seen"))\"; "
    let git = try sandbox.makeScript("bin-git", tool + "exec /usr/bin/git \"$@\"")
    try sandbox.shell("mkdir \"$sandbox/bin\" && mv '\(git)' \"$sandbox/bin/git\"")
    let path = ["PATH": sandbox.file("bin") + ":/usr/bin:/bin"]
    let editor = try sandbox.editor(tool + "echo written > \"$1\"")
    try sandbox.onTerminal(
      "notes", "add", environment: secrets.merging(path) { $1 }.merging(editor) { $1 }
    ).expect(0)
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
