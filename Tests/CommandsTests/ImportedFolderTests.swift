import JSON
import Platform
import Testing

@testable import ProgramSupport

/// Folders of each kind: imported, imported again, undone, redone, and exported back.
@Suite(.inProcess) struct ImportedFolderTests {
  /// A folder as a program writes it, and what is in it.
  struct Kind: CustomTestStringConvertible, Sendable {
    var name: String
    var files: [String: String]
    var entries: Int
    var toDos = 0
    /// The format in which the folder is written again; `nil` if it is only read.
    var format: String?

    var testDescription: String { name }

    func write(to folder: String) throws {
      for (path, text) in files {
        try File.makeDirectory(File.directory(of: "\(folder)/\(path)"))
        try File.writeAtomically(Array(text.utf8), to: "\(folder)/\(path)")
      }
    }
  }

  private static let days = (1...9).map { "2024-05-0\($0)" }

  private static func files(_ path: (String) -> String, _ text: (String) -> String) -> [String:
    String]
  {
    Dictionary(uniqueKeysWithValues: days.map { (path($0), text($0)) })
  }

  private static let kinds = [
    Kind(
      name: "Obsidian",
      files: files({ "Daily/\($0.prefix(7))/\($0).md" }) {
        "---\nmood: 3\ncreated: \($0) 08:00:00\n---\n## Morning\n- [x] run ✅ \($0)\n\nGood.  \nReally.\n\n## Evening\n- [ ] call\n"
      }.merging([".obsidian/app.json": "{}"]) { $1 }, entries: 9, toDos: 18, format: "markdown"),
    Kind(
      name: "Logseq",
      files: files({ "journals/\($0.replacing("-", with: "_")).md" }) {
        "- A block of \($0)\n\t- below it\n- TODO call\n  type:: phone\n- another\n"
      }.merging(["logseq/config.edn": "{}"]) { $1 }, entries: 9, toDos: 9, format: "markdown"),
    Kind(
      name: "a folder by year",
      files: files({ $0.replacing("-", with: "/") + ".md" }) {
        "# Day \($0)\n\nText\n\n- [ ] task\n"
      },
      entries: 9, toDos: 9, format: "markdown"),
    Kind(
      name: "Windows",
      files: files({ "\($0).md" }) { "Day \($0)\r\n\r\nText  \r\n- [ ] task\r\n" },
      entries: 9, toDos: 9, format: "markdown"),
    Kind(
      name: "several files a day",
      files: files({ "\($0).md" }) { "# Day \($0)\n\nText\n" }.merging(
        files({ "more/\($0).md" }) { "Another of \($0)\n" }
      ) { $1 }.merging(files({ "\($0) (2).md" }) { "A third of \($0)\n\n- [ ] task\n" }) { $1 },
      entries: 27, toDos: 9, format: "markdown"),
    Kind(
      name: "posts",
      files: files({ "_posts/\($0)-a-title.md" }) {
        "---\ntitle: \"On \($0)\"\ntags: [a, b]\n---\nText\n"
      },
      entries: 9, format: "markdown"),
    Kind(
      name: "Dendron",
      files: files({ "daily.journal.\($0.replacing("-", with: ".")).md" }) {
        "---\nid: x\(String($0.suffix(1)))\ntitle: '\($0)'\ndesc: ''\nupdated: 1646345494240\ncreated: 1646345494240\n---\n\nText\n"
      }, entries: 9, format: "markdown"),
    Kind(
      name: "org dailies",
      files: files({ "\($0).org" }) {
        "#+title: \($0)\n* Log\nText of \($0)\n* TODO call \($0)\nbody\n"
      },
      entries: 18, toDos: 9),
    Kind(
      name: "vimwiki",
      files: files({ "diary/\($0).wiki" }) { "= On \($0) =\n\nText\n* [ ] task of \($0)\n" },
      entries: 9, toDos: 9),
    Kind(
      name: "todo.txt",
      files: [
        "todo.txt": "(A) 2024-05-01 call\nbuy milk\n", "done.txt": "x 2024-05-02 2024-05-01 run\n",
      ], entries: 0, toDos: 3),
    Kind(
      name: "Markdown, org and todo.txt",
      files: [
        "a/2024-05-01.md": "Text\n", "b/2024-05-02.org": "* Log\nmore\n", "todo.txt": "call\n",
      ],
      entries: 2, toDos: 1),
  ]

  @Test(arguments: kinds)
  func `a folder and a folder in it are the same texts, in any order`(_ kind: Kind) throws {
    let inner = Set(
      kind.files.keys.filter { $0.contains("/") && !$0.hasPrefix("logseq/") }
        .compactMap { $0.split(separator: "/").first.map(String.init) }
    ).subtracting([".obsidian"])
    // The year may be in the name of the folder alone.
    guard inner.count == 1, let name = inner.first, name != "2024",
      !kind.files.keys.contains(where: { !$0.contains("/") })
    else { return }
    for isInnerFirst in [false, true] {
      let sandbox = try Sandbox(clone: nil, at: "2026-11-21T18:00:00+09:00", in: "Asia/Seoul")
      let folder = sandbox.file("folder")
      try kind.write(to: folder)
      let folders = isInnerFirst ? ["\(folder)/\(name)", folder] : [folder, "\(folder)/\(name)"]
      func take(_ number: Int) throws -> [Int?] {
        let answer = try sandbox.json("import", folders[number])
        return [
          answer["imported"]?["entries"]?.integer, answer["imported"]?["todos"]?.integer,
          answer["changed"]?.integer,
        ]
      }
      #expect(try take(0) == [kind.entries, kind.toDos, 0])
      for number in [1, 0, 1] { #expect(try take(number) == [0, 0, 0]) }
      guard let format = kind.format else { continue }
      for folder in folders { try sandbox.run("export", format, folder).expect(0) }
      for (path, text) in kind.files {
        #expect(
          String(decoding: try File.read("\(folder)/\(path)"), as: UTF8.self) == text, "\(path)")
      }
      // What changes in a file is one change for both.
      let path = try #require(kind.files.keys.filter { $0.hasPrefix("\(name)/") }.min())
      let text = try #require(kind.files[path])
      try File.writeAtomically(Array("\(text)- one more line\n".utf8), to: "\(folder)/\(path)")
      #expect(try take(1) == [0, 0, 1])
      #expect(try take(0) == [0, 0, 0])
      try sandbox.run("export", format, folder).expect(0)
      let found = try sandbox.json("search", "\"one more line\"")
      #expect(found["entries"]?.array?.count == 1)
    }
  }

  /// The last state of a file counts, whichever folder it came with.
  @Test func `edits on both sides between a folder and one in it`() throws {
    let sandbox = try Sandbox(clone: nil, at: "2026-11-21T18:00:00+09:00", in: "Asia/Seoul")
    let (outer, inner) = (sandbox.file("v"), sandbox.file("v/journals"))
    let file = "\(inner)/2024-05-03.md"
    func write(_ text: String) throws {
      try File.makeDirectory(inner)
      try File.writeAtomically(Array(text.utf8), to: file)
    }
    func changed(_ path: String) throws -> [Int?] {
      let answer = try sandbox.json("import", "markdown", path)
      return [answer["imported"]?["entries"]?.integer, answer["changed"]?.integer]
    }
    func body() throws -> String? {
      try sandbox.json("diary", "show", "2024-05-03")["body"]?.string
    }
    try write("Title\n\none\n\ntwo\n")
    #expect(try changed(outer) == [1, 0])
    try write("Title\n\none\n\ntwo\n\nthree\n\nfour\n")
    #expect(try changed(inner) == [0, 1])
    let edited = "Title\n\none\n\ntwo\n\nFIVE"
    try sandbox.run("diary", "write", "2024-05-03", "--replace", "--body", edited).expect(0)
    let before = try body()
    #expect(try changed(outer) == [0, 0])
    #expect(try body() == before)
    try sandbox.run("export", "markdown", outer).expect(0)
    #expect(String(decoding: try File.read(file), as: UTF8.self).contains("FIVE"))
    // A file that went back to what it was is changed too.
    #expect(try changed(inner) == [0, 0])
    try write("Title\n\none\n\ntwo\n")
    #expect(try changed(inner) == [0, 1])
    try write("Title\n\none\n\ntwo\n\nthree\n")
    #expect(try changed(outer) == [0, 1])
    try write("Title\n\none\n\ntwo\n")
    #expect(try changed(inner) == [0, 1])
    #expect(try body()?.contains("three") == false)
    // What is deleted here does not come back by the other folder.
    try sandbox.run("diary", "delete", "2024-05-03", "--yes").expect(0)
    for path in [outer, inner, file, outer] { #expect(try changed(path) == [0, 0], "\(path)") }
    // A file that is gone is no reason to refuse the next export.
    try sandbox.run("diary", "restore", "2024-05-03").expect(0)
    try File.remove(file)
    try write("")
    try File.remove(file)
    try File.writeAtomically(Array("Other\n".utf8), to: "\(inner)/2024-05-04.md")
    #expect(try changed(outer) == [1, 0])
    try sandbox.run("export", "markdown", outer).expect(0)
  }

  @Test(arguments: [false, true], [false, true])
  func `a day that has a text here and one in a file`(isLogseq: Bool, isWrittenLast: Bool) throws {
    let sandbox = try Sandbox(clone: nil, at: "2026-11-21T18:00:00+09:00", in: "Asia/Seoul")
    let folder = sandbox.file("v")
    let path = isLogseq ? "journals/2024_05_03" : "2024-05-03"
    let mark = isLogseq ? "- " : ""
    let first = "\(folder)/\(path).md"
    try File.makeDirectory(File.directory(of: first))
    if isLogseq {
      try sandbox.shell("mkdir \(folder)/logseq; echo {} >\(folder)/logseq/config.edn")
    }
    let text = "\(mark)alpha one\n\n\(mark)beta two\n"
    try File.writeAtomically(Array(text.utf8), to: first)
    if !isWrittenLast {
      try sandbox.run("diary", "write", "2024-05-03", "--body", "mine here").expect(0)
    }
    try sandbox.run("import", "markdown", folder).expect(0)
    if isWrittenLast {
      try sandbox.run("jot", "--at", "2024-05-03 10:00", "mine here").expect(0)
    }
    func lines() throws -> [Int] {
      let entry = try sandbox.json("diary", "show", "2024-05-03")
      let whole = (entry["title"]?.string ?? "") + "\n" + (entry["body"]?.string ?? "")
      return ["alpha one", "beta two", "mine here", "phone edit", "later here"].map {
        whole.ranges(of: $0).count
      }
    }
    for round in 0..<3 {
      try sandbox.run("export", "markdown", folder).expect(0)
      let answer = try sandbox.json("import", "markdown", folder)
      #expect(answer["imported"]?["entries"] == 0, "\(answer)")
      // A line of Logseq becomes a block, once.
      #expect(answer["changed"] == 0 || isLogseq && isWrittenLast && round == 0, "\(answer)")
      #expect(try lines() == [1, 1, 1, 0, 0])
    }
    // Both texts are changed in their files, and here.
    let files = try File.list(File.directory(of: first)).filter { $0.hasPrefix("2024") }.sorted()
    let second = "\(File.directory(of: first))/\(files[0])"
    try sandbox.shell("printf '\\n\(mark)phone edit\\n' >>'\(second)'")
    try sandbox.run("jot", "--at", "2024-05-03 11:00", "later here").expect(0)
    try sandbox.run("import", "markdown", folder).expect(0)
    #expect(try lines() == [1, 1, 1, 1, 1])
    try sandbox.run("export", "markdown", folder).expect(0)
    try sandbox.run("import", "markdown", folder).expect(0)
    #expect(try lines() == [1, 1, 1, 1, 1])
  }

  @Test func `a first line that was changed on both sides, and a day that grew`() throws {
    let sandbox = try Sandbox(clone: nil, at: "2026-11-21T18:00:00+09:00", in: "Asia/Seoul")
    let folder = sandbox.file("v")
    try File.makeDirectory(folder)
    func write(_ name: String, _ text: String) throws {
      try File.writeAtomically(Array(text.utf8), to: "\(folder)/\(name)")
    }
    try write("2024-05-03.md", "Alpha\n\nBeta\n")
    try write("2024-05-04.org", "* Log\nMet Ann today\n")
    try sandbox.run("import", folder).expect(0)
    try sandbox.run("diary", "write", "2024-05-03", "--replace", "--body", "Alpha here\n\nBeta")
      .expect(0)
    try write("2024-05-03.md", "Alpha there\n\nBeta\n")
    try write(
      "2024-05-04.org",
      "* Log\nMet Ann today\nThen we walked along the river and talked about the new plan\n")
    #expect(try sandbox.json("import", folder)["imported"]?["entries"] == 0)
    let shown = try sandbox.run("diary", "show", "2024-05-03").output
    #expect(shown.contains("Alpha here") && shown.contains("Alpha there"), "\(shown)")
    let other = try sandbox.run("diary", "show", "2024-05-04").output
    #expect(other.ranges(of: "Met Ann").count == 1 && other.contains("river"), "\(other)")
  }

  @Test func `a day of a graph of Logseq, named alone`() throws {
    let sandbox = try Sandbox(clone: nil, at: "2026-11-21T18:00:00+09:00", in: "Asia/Seoul")
    let folder = sandbox.file("graph")
    let kind = try #require(Self.kinds.first { $0.name == "Logseq" })
    try kind.write(to: folder)
    try sandbox.run("import", folder).expect(0)
    let path = "journals/2024_05_02.md"
    let answer = try sandbox.json("import", "\(folder)/\(path)")
    #expect(answer["imported"]?["todos"] == 0 && answer["changed"] == 0, "\(answer)")
    try sandbox.run("export", "markdown", folder).expect(0)
    let text = String(decoding: try File.read("\(folder)/\(path)"), as: UTF8.self)
    #expect(text == kind.files[path])
  }

  /// The exported day has no part as it was imported, and Logseq no place for its ID.
  @Test func `a day that changed on both sides, from the folder around it`() throws {
    let sandbox = try Sandbox(clone: nil, at: "2026-11-21T18:00:00+09:00", in: "Asia/Seoul")
    let folder = sandbox.file("graph/journals")
    try File.makeDirectory(folder)
    func write(_ name: String, _ text: String) throws {
      try File.writeAtomically(Array(text.utf8), to: "\(folder)/\(name)")
    }
    func enter(_ body: String) throws {
      try sandbox.run("diary", "write", "2024-05-04", "--replace", "--body", body).expect(0)
    }
    try File.makeDirectory(sandbox.file("graph/logseq"))
    try write("../logseq/config.edn", "{}")
    try write("2024_05_04.md", "- Alpha\n- Beta\n")
    try enter("- Own")
    try sandbox.run("import", folder).expect(0)
    try write("2024_05_04.md", "- Alpha\n- Beta there\n")
    try enter("- Own\n\n- Alpha here\n\n- Beta")
    try sandbox.run("import", folder).expect(0)
    try sandbox.run("export", "markdown", folder).expect(0)
    for source in ["graph", "graph/journals", "graph/journals/2024_05_04.md"] {
      #expect(try sandbox.json("import", sandbox.file(source))["imported"]?["entries"] == 0)
      let shown = try sandbox.run("diary", "show", "2024-05-04").output
      for line in ["- Own", "- Alpha here", "- Beta there"] {
        #expect(shown.ranges(of: line).count == 1, "\(source): \(shown)")
      }
    }
  }

  @Test func `what is deleted or moved here leaves its file`() throws {
    let sandbox = try Sandbox(clone: nil, at: "2026-11-21T18:00:00+09:00", in: "Asia/Seoul")
    let folder = sandbox.file("vault")
    func text(_ day: Int) throws -> String? {
      let path = "\(folder)/2024-05-0\(day).md"
      return File.exists(path) ? String(decoding: try File.read(path), as: UTF8.self) : nil
    }
    func export(_ options: String...) throws {
      try sandbox.run(["export", "markdown", folder] + options).expect(0)
    }
    let files = [
      "2024-05-01.md": "Alpha\n\n- [ ] call\n- [ ] buy #home\n- [ ] read\n",
      "2024-05-02.md": "- [ ] alone\n", "2024-05-03.md": "Gone\n\n- [ ] stays\n",
    ]
    try Kind(name: "", files: files, entries: 2).write(to: folder)
    try sandbox.run("import", folder).expect(0)
    let toDos = try sandbox.json("todo", "list", "--all")["todos"]?.array ?? []
    func id(_ text: String) throws -> String {
      try #require(toDos.first { $0["text"]?.string == text }?["id"]?.string)
    }
    try sandbox.run("todo", "delete", id("call")).expect(0)
    try sandbox.run("todo", "edit", id("read"), "--day", "2024-05-04").expect(0)
    try sandbox.run("todo", "edit", id("alone"), "--day", "2024-05-04").expect(0)
    try sandbox.run("diary", "delete", "2024-05-03", "--yes").expect(0)
    try export()
    let first = "Alpha\n\n- [ ] buy #home\n"
    #expect(try text(1) == first && text(2) == nil && text(3) == "- [ ] stays\n")
    let moved = try #require(try text(4))
    #expect(moved.contains("[ ] read") && moved.contains("[ ] alone"))
    try export()
    #expect(try text(4) == moved)
    let again = try sandbox.json("import", folder)
    #expect(again["imported"]?["todos"] == 0 && again["changed"] == 0, "\(again)")
    // A file keeps what a filter leaves out.
    try sandbox.run("todo", "done", id("buy")).expect(0)
    try export("--tag", "home")
    #expect(try text(1)?.hasPrefix("Alpha\n\n- [x] buy #home") == true && text(4) == moved)
    // What is restored comes back.
    try sandbox.run("diary", "restore", "2024-05-03").expect(0)
    try export()
    #expect(try text(3) == files["2024-05-03.md"])
  }

  @Test func `a deleted day stays deleted after an undone import, and where it was written anew`()
    throws
  {
    let sandbox = try Sandbox(clone: nil, at: "2026-11-21T18:00:00+09:00", in: "Asia/Seoul")
    let (folder, day) = (sandbox.file("graph"), "2024-05-04")
    try Kind(
      name: "", files: ["logseq/config.edn": "{}", "journals/2024_05_04.md": "- Alpha\n- Beta\n"],
      entries: 1
    ).write(to: folder)
    func isDeletedAfterImport() throws -> Bool {
      try sandbox.run("diary", "delete", day, "--yes").expect(0)
      try sandbox.run("import", "\(folder)/journals").expect(0, error: "stays deleted")
      return try sandbox.json("diary", "list")["entries"] == []
    }
    try sandbox.run("import", "\(folder)/journals").expect(0)
    try sandbox.run("diary", "write", day, "--body", "- Own").expect(0)
    try File.writeAtomically(
      Array("- TODO New\n".utf8), to: "\(folder)/journals/2024_05_05.md")
    try sandbox.run("import", folder).expect(0)
    try sandbox.run("undo", "--yes").expect(0)
    #expect(try isDeletedAfterImport())
    try sandbox.run("diary", "restore", day).expect(0)
    try sandbox.run("export", "markdown", "\(folder)/journals").expect(0)
    #expect(try isDeletedAfterImport())
  }

  @Test func `a day with own text, from a folder and one in it, keeps its files`() throws {
    let sandbox = try Sandbox(clone: nil, at: "2026-11-21T18:00:00+09:00", in: "Asia/Seoul")
    let folder = sandbox.file("graph")
    try Kind(
      name: "",
      files: [
        "logseq/config.edn": "{}", "journals/2024_05_03.md": "- Alpha\n- Beta\n- TODO call\n",
      ], entries: 1
    ).write(to: folder)
    try sandbox.run("diary", "write", "2024-05-03", "--body", "- Own").expect(0)
    try sandbox.run("import", folder).expect(0)
    try sandbox.run("import", "\(folder)/journals").expect(0)
    var files: [String] = []
    for source in [folder, folder, "\(folder)/journals", folder] {
      try sandbox.run("export", "markdown", source).expect(0)
      let written = try sandbox.shell(
        "cd '\(folder)'; find . -type f | sort | xargs -d '\\n' tail -n +1")
      if files.isEmpty { files = ["\(written)"] }
      #expect(files == ["\(written)"], "\(source)")
      #expect(try sandbox.json("import", folder)["changed"] == 0)
    }
  }

  @Test(arguments: kinds)
  func `a folder comes in once, goes and comes back, and is written as it was`(_ kind: Kind) throws
  {
    let sandbox = try Sandbox(clone: nil, at: "2026-11-21T18:00:00+09:00", in: "Asia/Seoul")
    let folder = sandbox.file("folder")
    try kind.write(to: folder)
    func take() throws -> [Int?] {
      let imported = try sandbox.json("import", folder)["imported"]
      return [imported?["entries"]?.integer, imported?["todos"]?.integer]
    }
    #expect(try take() == [kind.entries, kind.toDos])
    #expect(try take() == [0, 0])
    let days = try sandbox.run("diary", "list").output
    try sandbox.run("undo", "--yes").expect(0)
    #expect(try sandbox.json("diary", "list")["entries"] == [])
    try sandbox.run("redo", "--yes").expect(0)
    #expect(try sandbox.run("diary", "list").output == days)
    #expect(try take() == [0, 0])
    guard let format = kind.format else { return }
    try sandbox.run("export", format, folder).expect(0)
    for (path, text) in kind.files {
      #expect(
        String(decoding: try File.read("\(folder)/\(path)"), as: UTF8.self) == text, "\(path)")
    }
    // A line more changes its own file only, and adds to the end of it.
    try sandbox.run("jot", "--at", "2024-05-02 22:15", "One line").expect(0)
    try sandbox.run("export", format, folder).expect(0)
    for (path, text) in kind.files {
      let now = String(decoding: try File.read("\(folder)/\(path)"), as: UTF8.self)
      let isOfDay = ["2024-05-02", "2024_05_02", "2024/05/02", "2024.05.02"].contains {
        path.contains($0)
      }
      // Where a day has several files, it is in none of them.
      let isIn = isOfDay && kind.name != "several files a day"
      #expect(now.hasPrefix(text) && (now == text) == !isIn, "\(path): \(now)")
    }
    #expect(try take() == [0, 0])
    #expect(try sandbox.run("export", format, folder).status == 0)
  }
}
