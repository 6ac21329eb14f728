import JSON
import Platform
import Testing

@testable import App
@testable import Context
@testable import ProgramSupport

/// `config list` and `config edit`.
@Suite(.inProcess) struct ConfigTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(clone: nil) }

  private func write(_ text: String) throws { try sandbox.write(text, to: sandbox.config) }

  private func copies() -> [String] {
    ((try? File.list(File.directory(of: sandbox.config))) ?? []).filter { $0 != "config.json" }
  }

  // MARK: The list

  @Test func `lists every setting with its value, default and description`() throws {
    try write("{ \"day.endsAt\": 4, streak: { excluded: [\"sat\"] } }")
    let document = try sandbox.json("config", "list")
    let settings = document["settings"]?.array ?? []
    #expect(settings.compactMap { $0["key"]?.string } == Setting.all.map(\.key))
    #expect(settings.allSatisfy { $0["about"]?.string?.isEmpty == false })
    let found = Dictionary(uniqueKeysWithValues: settings.map { ($0["key"]?.string ?? "", $0) })
    #expect(found["day.endsAt"]?["value"] == 4 && found["day.endsAt"]?["default"] == 0)
    #expect(found["day.endsAt"]?["isSet"] == true)
    #expect(found["streak.excluded"]?["value"] == ["sat"])
    #expect(found["terminal.ambiguousWidth"]?["value"] == 1)
    #expect(found["terminal.ambiguousWidth"]?["isSet"] == false)
    #expect(found["language"]?["value"] == .null && found["language"]?["default"] == .null)
  }

  @Test func `marks the settings that are set without color`() throws {
    try sandbox.run("config", "set", "day.endsAt", "4")
    let lines = try sandbox.run("config", "list").output.split(separator: "\n")
    #expect(lines.count == Setting.all.count)
    let marked = lines.filter { $0.hasPrefix("* ") }
    #expect(marked.count == 1 && marked[0].hasPrefix("* day.endsAt "), "\(lines)")
    #expect(marked[0].hasSuffix("Hour at which your day ends (default: 0)"))
    let theme = lines.first { $0.hasPrefix("  graph.theme ") }
    #expect(theme?.hasSuffix("(default: green)") == true, "\(lines)")
  }

  @Test func `gets the default of a setting that is not set`() throws {
    #expect(try sandbox.run("config", "get", "day.endsAt").output == "0\n")
    #expect(try sandbox.json("config", "get", "day.endsAt") == ["day.endsAt": .null])
    for key in ["language", "streak.excluded"] {
      try sandbox.run("config", "get", key).expect(0).expectExactly(
        output: "", error: "\(key) is not set.\n")
    }
  }

  @Test func `shows values that are not valid, and why`() throws {
    try write("{ \"graph.theme\": \"gren\", \"nope\": 1 }")
    try sandbox.run("config", "list").expect(
      0, output: "gren", "Unknown setting", error: "graph.theme cannot be set to “gren”",
      "green, blue")
  }

  // MARK: Editing

  @Test func `saves the edited file with its comments`() throws {
    try write("{\n  // Mine.\n  \"language\": \"en\"\n}\n")
    let edited = try sandbox.editor("sed -i 's/\"en\"/\"ko\"/' \"$1\"")
    let outcome = try sandbox.run(["config", "edit", "--lang", "en"], environment: edited).expect(0)
    #expect(outcome.error.hasPrefix("Wrote "))
    #expect(try sandbox.text(of: sandbox.config) == "{\n  // Mine.\n  \"language\": \"ko\"\n}\n")
    #expect(File.permissions(sandbox.config) == 0o600)
    #expect(copies() == [])
  }

  @Test func `an unchanged file is not written`() throws {
    try sandbox.run(["config", "edit"], environment: Sandbox.idleEditor).expect(
      0, error: "No changes")
    #expect(!File.exists(sandbox.config) && copies() == [])
  }

  @Test func `a new file begins with every setting as a comment`() throws {
    let editor = try sandbox.editor(
      "cp \"$1\" '\(sandbox.file("seen"))'; sed -i 's|// \"day.endsAt\": 0|\"day.endsAt\": 3|' \"$1\""
    )
    try sandbox.run(["config", "edit"], environment: editor).expect(0)
    let seen = try sandbox.text(of: sandbox.file("seen"))
    for setting in Setting.all {
      #expect(seen.contains("// \"\(setting.key)\": "), "\(setting.key)")
    }
    #expect(try sandbox.run("config", "get", "day.endsAt").output == "3\n")
  }

  @Test(arguments: [
    ("{ \"language\": \"en\",,\n}", "line 1, column"),
    ("{\n\n  \"graph.theme\": \"gren\"\n}", "line 3: graph.theme cannot be set to “gren”"),
    ("{\n  graph: {\n    theme: 'gren' } }", "line 3: graph.theme"),
    ("", "empty"), ("[1]", "line 1"),
  ])
  func `an invalid text keeps the old file and the edit`(text: String, says: String) throws {
    try write("{ \"language\": \"en\" }")
    let outcome = try sandbox.run(["config", "edit"], environment: sandbox.editor(typing: text))
      .expect(2, error: says)
    #expect(outcome.error.split(separator: "\n").count == 2)
    #expect(try sandbox.text(of: sandbox.config) == "{ \"language\": \"en\" }")
    let copy = try #require(copies().first)
    #expect(outcome.error.contains(copy))
    #expect(try sandbox.text(of: "\(File.directory(of: sandbox.config))/\(copy)") == text)
  }

  @Test func `a failed editor changes nothing`() throws {
    try write("{ \"language\": \"en\" }")
    try sandbox.run(["config", "edit"], environment: sandbox.editor("exit 3")).expect(1)
    #expect(copies() == [])
    try sandbox.run(["config", "edit"], environment: sandbox.editor("echo '{}' > \"$1\"; exit 3"))
      .expect(1, error: "Your edit was kept")
    #expect(copies().count == 1)
    #expect(try sandbox.text(of: sandbox.config) == "{ \"language\": \"en\" }")
  }

  @Test func `does not overwrite what another program has saved meanwhile`() throws {
    try write("{ \"language\": \"en\" }")
    let editor = try sandbox.editor(
      "echo '{ \"day.endsAt\": 1 }' > \"$1\"; echo '{ \"day.endsAt\": 2 }' > '\(sandbox.config)'")
    try sandbox.run(["config", "edit"], environment: editor).expect(1, error: "have changed since")
    #expect(try sandbox.text(of: sandbox.config) == "{ \"day.endsAt\": 2 }\n")
    #expect(copies().count == 1)
  }

  @Test(arguments: [true, false])
  func `a symbolic link stays one`(exists: Bool) throws {
    let target = sandbox.file("dotfiles.json")
    if exists { try File.writeAtomically(Array("{}".utf8), to: target) }
    try sandbox.shell(
      "mkdir -p \"$XDG_CONFIG_HOME/commitdiary\"; ln -s '\(target)' '\(sandbox.config)'")
    try sandbox.run(
      ["config", "edit"], environment: sandbox.editor(typing: "{ \"day.endsAt\": 1 }\n")
    ).expect(0)
    #expect(try sandbox.text(of: target) == "{ \"day.endsAt\": 1 }\n")
    #expect(try sandbox.run("config", "set", "day.endsAt", "2").status == 0)
    try sandbox.shell("test -L '\(sandbox.config)'")
    #expect(try sandbox.text(of: target).contains("2"))
  }

  @Test func `without an editor and a terminal it says so`() throws {
    sandbox.environment["EDITOR"] = nil
    #expect(try sandbox.run("config", "edit").expect(2).error.split(separator: "\n").count == 2)
  }

  // MARK: Unknown keys

  /// The line on standard error that names unknown keys; `nil` unless there is exactly one.
  private func warning(_ words: [String], input: [UInt8] = []) throws -> String? {
    let outcome = try sandbox.run(words, input: input).expect(0)
    let lines = outcome.error.split(separator: "\n").filter { $0.contains("ignored") }
    return lines.count == 1 ? String(lines[0]) : nil
  }

  @Test func `an unknown key in the file is one line, and commands go on`() throws {
    try write("{ \"nope\": 1, \"graph\": { \"them\": 2 }, \"language\": \"en\" }")
    let line = "\(sandbox.config) has 2 unknown settings, which are ignored: nope, graph.them"
    for words in [
      ["today"], ["notes", "list"], ["notes", "list", "--json"], ["streak", "--short"],
      ["config", "list"], ["config", "get", "language"],
      ["config", "set", "day.endsAt", "2"], ["config", "unset", "day.endsAt"],
    ] {
      #expect(try warning(words) == line, "\(words)")
    }
    #expect(try warning(["jot"], input: Array("kept".utf8)) == line)
    #expect(try sandbox.run("diary", "show", "--quiet").output.contains("kept"))
    #expect(try sandbox.run("notes", "list", "--help").error.isEmpty)
    let doctor = try sandbox.run("doctor", "--offline").expect(
      output: line, "config unset nope")
    #expect(!doctor.error.contains("nope"))
    for words in [["get", "nope"], ["set", "nope", "2"]] {
      try sandbox.run(["config"] + words).expectRefusal(2)
    }
    let left = "\(sandbox.config) has 1 unknown setting, which is ignored: graph.them"
    #expect(try warning(["config", "unset", "nope"]) == left)
    #expect(try sandbox.run("config", "unset", "graph.them").status == 0)
    #expect(try sandbox.run("today").error.isEmpty)
  }

  @Test func `settings that are gone are ignored in one line, and can be removed`() throws {
    try write("{ \"weather.provider\": \"waqi\", \"weather\": { \"key\": \"abc\" } }")
    let gone = "weather.provider, weather.key"
    let line = "\(sandbox.config) has 2 unknown settings, which are ignored: \(gone)"
    for words in [["today"], ["config", "list"], ["diary", "write", "--body", "kept"]] {
      #expect(try warning(words) == line, "\(words)")
    }
    let left = "\(sandbox.config) has 1 unknown setting, which is ignored: weather.provider"
    #expect(try warning(["config", "unset", "weather.key"]) == left)
    #expect(try !sandbox.text(of: sandbox.config).contains("abc"))
    #expect(try sandbox.run("config", "unset", "weather.provider").status == 0)
    #expect(try sandbox.run("today").error.isEmpty)
  }

  @Test func `the editor saves a file with an unknown key, and names it`() throws {
    try write("{ \"nope\": 1 }")
    try sandbox.run(
      ["config", "edit"], environment: sandbox.editor(typing: "{ \"graph.them\": 1 }\n")
    ).expect(0, error: "ignored: graph.them")
    #expect(try sandbox.text(of: sandbox.config) == "{ \"graph.them\": 1 }\n")
  }

  // MARK: Keys and values as people type them

  @Test func `an unknown setting gets the nearest names`() throws {
    let (typed, hint) = ("graph.them", "Did you mean “graph.theme”?")
    for words in [["get", typed], ["set", typed, "x"], ["unset", typed]] {
      try sandbox.run(["config"] + words).expectRefusal(2, "“\(typed)”", hint)
    }
    #expect(!File.exists(sandbox.config))
  }

  @Test(
    arguments: [
      (["streak.excluded", "sat", "sun"], ["sat", "sun"]),
      (["me.emails", "a@x.org", "b@x.org,c@x.org"], ["a@x.org", "b@x.org", "c@x.org"]),
      (["github.tokenCommand", "pass", "show", "github"], ["pass", "show", "github"]),
      (["github.clientID", "a", "b"], "a b"),
      (["clones.paths", "/srv/x/", "~/src,~/work"], ["/srv/x", "~/src", "~/work"]),
      (["clones.paths", "/"], ["/"]),
    ] as [([String], JSONValue)])
  func `takes several words`(words: [String], value: JSONValue) throws {
    let set = try sandbox.json(["config", "set"] + words)
    #expect(set[words[0]] == value, "\(set)")
    #expect(try sandbox.json("config", "get", words[0])[words[0]] == value)
  }

  @Test func `several words are not a value of one`() throws {
    for words in [["language", "ko", "en"], ["day.endsAt", "1", "2"], ["week.start", "a", "b"]] {
      try sandbox.run(["config", "set"] + words).expectRefusal(2)
    }
    try sandbox.run("config", "set", "language").expectRefusal(2)
    #expect(!File.exists(sandbox.config))
  }

  @Test func `a directory that exists may be relative, and a missing one is named`() throws {
    try sandbox.shell("mkdir -p \"$sandbox/home/My Code\" \"$sandbox/home/src\"")
    let home = try #require(File.realPath(sandbox.file("home")))
    let set = try sandbox.run("config", "set", "clones.paths", "src", "My Code", "--json")
    #expect(try set.json()["clones.paths"] == [.string(home + "/src"), .string(home + "/My Code")])
    #expect(set.error == "")
    try sandbox.run("config", "set", "clones.paths", "nowhere").expectRefusal(2)
    try sandbox.run("config", "set", "clones.paths", "/no/where", "~/src").expect(
      0, error: "no such directory: /no/where")
  }

  // MARK: The manual, and values that are refused

  @Test func `the manual has a page with every setting`() throws {
    let page = try sandbox.run("man", "config").output
    for setting in Setting.all { #expect(page.contains(setting.key), "\(setting.key)") }
    #expect(page.contains("Default: green") && page.contains("from 0 to 6"))
    #expect(try sandbox.run("man").output.contains("commitdiary-config(1)"))
    let mirror = try sandbox.run("man", "notes", "mirror").output
    for name in ["notes-mirror", "commitdiary-notes-mirror"] {
      #expect(try sandbox.run("man", name).output == mirror)
    }
    #expect(try sandbox.run("man", "commitdiary").output == sandbox.run("man").output)
  }

  @Test func `every setting explains when it matters`() {
    for setting in Setting.all { #expect(setting.details != nil, "\(setting.key)") }
  }

  // MARK: Pipes

  @Test(arguments: SpecialFile.kinds)
  func `refuses settings that are not a regular file`(kind: String) throws {
    try sandbox.put(kind, at: sandbox.config)
    for words in [
      ["today"], ["streak", "--short"], ["notes", "list"], ["config", "set", "language", "ko"],
      ["config", "list"],
    ] {
      try sandbox.run(words).expectRefusal(2, sandbox.config).expect(without: "Invalid argument")
    }
    try sandbox.run("doctor", "--offline").expect(1, output: sandbox.config)
    #expect(try sandbox.run("--help").status == 0)
    if kind == "pipe" { #expect(!File.isRegular(sandbox.config)) }
  }

  @Test(arguments: SpecialFile.kinds)
  func `refuses a token file that is not a regular file`(kind: String) throws {
    try sandbox.run(Sandbox.anywhere + ["--body", "x"])
    try sandbox.put(kind, at: sandbox.tokens)
    try sandbox.run("login", "--with-token", "--store", "file", input: Array("gho_abcdefgh".utf8))
      .expectFailure(4, sandbox.tokens)
  }

  @Test(arguments: SpecialFile.kinds)
  func `ignores caches that are not regular files`(kind: String) throws {
    try sandbox.put(kind, at: sandbox.file("cache/commitdiary/weather.json"))
    try sandbox.put(kind, at: sandbox.file("cache/commitdiary/background"))
    try sandbox.put(kind, at: sandbox.file("state/commitdiary/place.json"))
    try sandbox.write(
      #"{"weather.place": "37.57,126.98", "graph.theme": "green"}"#, to: sandbox.config)
    try sandbox.run("today", "--color", "always").expect(0)
  }
}
