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
    let version = try sandbox.script(
      "commitdiary --version", environment: installation.environment)
    #expect(version.output.hasPrefix("commitdiary "), "\(version.testDescription)")
    let outcome = try installation.remove()
    #expect(outcome.status == 0, "\(outcome.testDescription)")
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

  private static let chapters = ["en": "man1", "ko": "ko/man1", "ja": "ja/man1"]

  private func shell(_ script: String, _ more: [String: String] = [:]) throws -> Outcome {
    try sandbox.script(script, environment: installation.environment.merging(more) { $1 })
  }

  @Test(arguments: ["en", "ko", "ja"])
  func `every manual page renders without a warning`(language: String) throws {
    let folder = try installation.prefix + "/share/man/" + #require(Self.chapters[language])
    let names = try File.list(folder)
    let english = try File.list(installation.prefix + "/share/man/man1")
    #expect(names.sorted() == english.sorted() && names.count > 20)

    let man = try shell(
      "cd \"$folder\" && man --warnings -E UTF-8 -l -Tutf8 -Z *.1 | grep -c '^x init'",
      ["folder": folder])
    #expect(man.output == "\(names.count)\n")
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
    let man = try shell("man --warnings -E UTF-8 -l -Tutf8 -Z \"$sandbox/bad.1\" >/dev/null")
    #expect(man.error.contains("XX"), "\(man.testDescription)")
    let lint = try shell("mandoc -T lint \"$sandbox/bad.1\"")
    #expect(lint.output.contains("unknown macro"), "\(lint.testDescription)")
  }

  @Test func `man and the program open the same pages`() throws {
    for name in ["commitdiary", "commitdiary-notes", "commitdiary-notes-add"] {
      let found = try shell("man -M \"$prefix/share/man\" -w \(name)")
      #expect(found.output == "\(installation.prefix)/share/man/man1/\(name).1\n")
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
    let shown = try sandbox.onTerminal("man", "notes", "add", environment: environment)
    #expect(shown.status == 0 && shown.output.contains(words), "\(shown.testDescription)")
    #expect(shown.output.contains("NOTES-ADD(1)"), "\(shown.testDescription)")
    // If man fails, the page is printed as plain text.
    _ = try sandbox.makeScript("man", "exit 1")
    let path = ["PATH": "\(sandbox.path):/usr/bin:/bin"]
    let without = try sandbox.onTerminal(
      "man", "notes", "add", environment: environment.merging(path) { $1 })
    #expect(without.status == 0 && without.output.contains(words), "\(without.testDescription)")
    #expect(!without.output.contains(".SH"), "\(without.testDescription)")
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
