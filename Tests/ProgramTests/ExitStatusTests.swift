import JSON
import Platform
import Testing

/// How each failure ends: its status, its two lines, its code in JSON.
@Suite struct ExitStatusTests {
  struct Case: CustomTestStringConvertible, Sendable {
    enum Place: Sendable { case clone, nowhere, unborn }

    var line: String
    var status: Int32
    var code: String
    var place = Place.clone
    var environment: [String: String] = [:]
    var input: String?

    init(
      _ line: String, _ status: Int32, _ code: String, in place: Place = .clone,
      environment: [String: String] = [:], input: String? = nil
    ) {
      self.line = line
      self.status = status
      self.code = code
      self.place = place
      self.environment = environment
      self.input = input
    }

    var testDescription: String { line + (place == .clone ? "" : " (\(place))") }
  }

  /// Words stand between spaces; `_` is a space in a word, `{…}` what the sandbox knows.
  static let cases: [Case] = [
    // What was typed is not what there is.
    Case("--bogus", 2, "optionUnknown"),
    Case("notes list --bogus", 2, "optionUnknown"),
    Case("notes list -Z", 2, "optionUnknown"),
    Case("noets list", 2, "commandUnknown"),
    Case("notes lst", 2, "commandUnknown"),
    Case("notes list extra", 2, "wordSurplus"),
    Case("notes show", 2, "wordMissing"),
    Case("notes search", 2, "wordMissing"),
    Case("notes list --limit", 2, "valueMissing"),
    Case("notes list --json=yes", 2, "valueSurplus"),
    Case("notes list --limit many", 2, "valueBad"),
    Case("notes list --limit -1", 2, "valueBad"),
    Case("notes list --limit 99999999999999999999", 2, "valueBad"),
    Case("notes list --sort size", 2, "valueBad"),
    Case("notes list --color sometimes", 2, "valueBad"),
    Case("notes list --lang ?", 2, "valueBad"),
    Case("notes restore {id} --version 0", 2, "valueBad"),
    Case("notes add --body a --file b", 2, "optionsExclusive"),
    Case("notes add --commit HEAD --no-commit --body a", 2, "optionsExclusive"),
    Case("completion tcsh", 2, "valueBad"),
    Case("man nothing", 2, "commandUnknown"),
    Case("notes share {id} --format pdf", 2, "valueBad"),
    // Values that only the command can judge.
    Case("notes list --since someday", 2, "dayBad"),
    Case("notes list --since 2026-02-30", 2, "dayBad"),
    Case("notes list --since 2026-11-21 --until 2026-11-20", 2, "daysInWrongOrder"),
    Case("commits --since someday", 2, "dayBad"),
    Case("notes list --repo name", 2, "repositoryBad"),
    Case("notes search _", 2, "searchEmpty"),
    Case("search _", 2, "searchEmpty"),
    Case("config get nothing", 2, "settingUnknown"),
    Case("config set nothing 1", 2, "settingUnknown"),
    Case("config set language ?", 2, "settingBad"),
    Case("config set week.start someday", 2, "settingBad"),
    Case("config set terminal.ambiguousWidth 3", 2, "settingBad"),
    Case(
      "notes list", 2, "variableBad", environment: ["COMMITDIARY_NOW": "2026-11-21 08:30"]),
    // Texts that are refused.
    Case("notes add", 2, "textMissing"),
    Case("notes add --body _", 2, "textEmpty"),
    Case("notes add --file -", 2, "textEmpty", input: " \n\t\n"),
    Case("notes add --file -", 2, "textHasNUL", input: "a\0b"),
    Case("notes add --file {sandbox}/latin1", 2, "textNotUTF8"),
    Case("notes add --file {sandbox}/missing", 2, "fileUnreadable"),
    Case("notes add --body a --tag _", 2, "tagEmpty"),
    Case("notes add --body a --tag a\tb", 2, "tagBad"),
    Case("notes edit {id}", 2, "textMissing"),
    Case("notes edit {id} --title _ --body _", 2, "textEmpty"),
    // Nobody to ask.
    Case("notes delete {id}", 2, "confirmationMissing"),
    Case("notes delete {id} --purge", 2, "confirmationMissing"),
    Case("notes add --pick --body a", 2, "pickerMissing"),
    // Notes.
    Case("notes show zzzz", 3, "noteMissing"),
    Case("notes show {deleted}", 3, "noteDeletedAlready"),
    Case("notes edit {deleted} --body a", 3, "noteDeletedAlready"),
    Case("notes delete {deleted} --yes", 3, "noteDeletedAlready"),
    Case("notes share {deleted}", 3, "noteDeletedAlready"),
    Case("notes edit zzzz --body a", 3, "noteMissing"),
    Case("notes delete {id} zzzz --yes", 3, "noteMissing"),
    Case("notes restore zzzz", 3, "noteMissing"),
    Case("notes history zzzz", 3, "noteMissing"),
    Case("notes share zzzz", 3, "noteMissing"),
    Case("notes restore {id}", 2, "noteNotDeleted"),
    Case("notes restore {id} --version 7", 3, "noteVersionMissing"),
    // Commits and clones.
    Case("notes show HEAD", 3, "noteOnCommitMissing"),
    Case("notes add --commit nowhere --body a", 3, "revisionUnknown"),
    Case("notes add --repo octocat/other --commit abcdef1 --body a", 3, "commitUnknown"),
    Case("commits --repo octocat/other", 3, "commitsMissing"),
    Case("commits --repo {sandbox}/missing", 3, "pathMissing"),
    Case("notes add --body a", 2, "cloneMissing", in: .nowhere),
    Case("notes list --repo .", 2, "cloneMissing", in: .nowhere),
    Case("commits", 2, "cloneMissing", in: .nowhere),
    Case("notes add --body a", 3, "cloneEmpty", in: .unborn),
    Case("commits", 3, "cloneEmpty", in: .unborn),
    Case("notes add --body a", 1, "gitMissing", environment: ["PATH": "/nonexistent"]),
    // The journal.
    Case("notes list", 6, "journalIsDirectory", environment: ["XDG_DATA_HOME": "{sandbox}/folder"]),
    Case(
      "notes list", 6, "journalIsSomethingElse", environment: ["XDG_DATA_HOME": "{sandbox}/text"]),
    Case(
      "notes add --body a", 6, "journalNotReadable",
      environment: ["XDG_DATA_HOME": "{sandbox}/latin1"]),
    // The settings.
    Case("notes list", 2, "configBroken", environment: ["XDG_CONFIG_HOME": "{sandbox}/broken"]),
  ]

  private let sandbox: Sandbox
  private var known: [String: String]

  init() throws {
    sandbox = try Sandbox()
    let deleted = try sandbox.add("--body", "deleted")
    known = [
      "id": try sandbox.add("--title", "title", "--body", "stays"), "deleted": deleted,
      "sandbox": sandbox.path,
    ]
    try sandbox.run("notes", "delete", deleted, "--yes")
    try sandbox.shell(
      """
      mkdir -p "$sandbox/unborn" "$sandbox/folder/commitdiary/journal.sqlite" \
        "$sandbox/text/commitdiary" "$sandbox/broken/commitdiary"
      git init -q -b main "$sandbox/unborn"
      echo 'Dear diary, this is a text.' > "$sandbox/text/commitdiary/journal.sqlite"
      echo '{ "language": ' > "$sandbox/broken/commitdiary/config.json"
      printf 'caf\\351' > "$sandbox/latin1"
      """)
  }

  private func filled(_ text: String) -> String {
    known.reduce(text) { $0.replacing("{\($1.key)}", with: $1.value) }
  }

  private func run(_ example: Case, _ more: String...) throws -> Outcome {
    let words = example.line.split(separator: " ").map {
      filled(String($0).replacing("_", with: " "))
    }
    let folder =
      switch example.place {
      case .clone: sandbox.directory
      case .nowhere: sandbox.file("home")
      case .unborn: sandbox.file("unborn")
      }
    return try sandbox.run(
      words + more, environment: example.environment.mapValues(filled),
      input: example.input.map { Array($0.utf8) }, in: folder)
  }

  @Test(arguments: cases)
  func `a failure has its status and two lines, and under --json one object in every language`(
    _ example: Case
  ) throws {
    let before = try FolderContents(sandbox.path)
    try run(example).expectRefusal(example.status)

    let outcome = try run(example, "--json")
    outcome.expectRefusalAsJSON(example.status)
    let document = try JSONParser.parse(outcome.errorBytes)
    #expect(Shape.failure.faults(in: document) == [])
    #expect(document["error"]?["code"]?.string == example.code, "\(outcome.error)")
    for locale in ["ko_KR.UTF-8", "ja_JP.UTF-8", "C"] {
      var translated = example
      translated.environment.merge(Locales.language(locale)) { $1 }
      #expect(try run(translated, "--json").error == outcome.error, "\(locale)")
    }
    #expect(try FolderContents(sandbox.path) == before)
  }

  @Test func `a beginning that several notes share is exit 2 and names them`() throws {
    // One letter more than there are: two ids begin alike.
    for number in 1...33 { try sandbox.add("--body", "note \(number)") }
    let ids = try sandbox.notes().compactMap { $0["id"]?.string }
    let letter = try #require(
      Dictionary(grouping: ids, by: \.first).first { $0.value.count > 1 }?.key)
    let alike = ids.filter { $0.first == letter }
    for words in [
      ["notes", "show"], ["notes", "edit", "--body", "a"], ["notes", "delete", "--yes"],
      ["notes", "history"], ["notes", "share"], ["notes", "restore"],
    ] {
      let outcome = try sandbox.run(words + [String(letter)])
      outcome.expectRefusal(2)
      let hint = outcome.error.split(separator: "\n").last ?? ""
      // Each by a beginning of its own, long enough to be typed.
      let named = hint.matches(of: /[0-9a-hjkmnp-tv-z]{4,12}/).map { String($0.output) }
      let isShort = alike.count <= 5
      #expect(!isShort || alike.allSatisfy { id in named.contains { id.hasPrefix($0) } }, "\(hint)")
      let json = try sandbox.run(words + [String(letter), "--json"])
      json.expectRefusalAsJSON(2)
      #expect(try JSONParser.parse(json.errorBytes)["error"]?["code"] == "noteAmbiguous")
    }
    // Any beginning that is one note's alone will do.
    let whole = try #require(alike.first)
    let shortest = (1...12).map { whole.prefix($0) }.first { prefix in
      ids.count { $0.hasPrefix(prefix) } == 1
    }
    let outcome = try sandbox.run("notes", "show", String(shortest ?? ""), "--json")
    #expect(try outcome.json()["id"]?.string == whole, "\(outcome.testDescription)")
  }

  @Test(arguments: ["n\n", "no\n", "\n", "\u{4}"])
  func `a question that is not answered with yes is exit 1 and changes nothing`(
    answer: String
  ) throws {
    let id = try #require(known["id"])
    let before = try sandbox.notes()
    let outcome = try sandbox.onTerminal("notes", "delete", id, typing: answer)
    #expect(outcome.status == 1, "\(outcome.testDescription)")
    #expect(outcome.output.contains("Nothing was done."), "\(outcome.testDescription)")
    #expect(try sandbox.notes() == before)
  }

  @Test(arguments: [
    ("y\n", "en_US.UTF-8"), ("yes\n", "ko_KR.UTF-8"), ("예\n", "ko_KR.UTF-8"),
    ("はい\n", "ja_JP.UTF-8"), ("YES\n", "C"),
  ])
  func `a question can be answered in the reader's language and in English`(
    answer: String, locale: String
  ) throws {
    let id = try #require(known["id"])
    let outcome = try sandbox.onTerminal(
      "notes", "delete", id, environment: Locales.language(locale), typing: answer)
    #expect(outcome.status == 0, "\(outcome.testDescription)")
    #expect(try sandbox.notes().isEmpty)
  }

  @Test func `purging asks twice, and one no keeps everything`() throws {
    let id = try #require(known["id"])
    for typed in ["n\n", "y\nn\n"] {
      let outcome = try sandbox.onTerminal("notes", "delete", id, "--purge", typing: typed)
      #expect(outcome.status == 1, "\(outcome.testDescription)")
      #expect(try sandbox.notes().count == 1)
    }
    let outcome = try sandbox.onTerminal("notes", "delete", id, "--purge", typing: "y\ny\n")
    #expect(outcome.status == 0, "\(outcome.testDescription)")
    try sandbox.run("notes", "restore", id).expectRefusal(3)
  }

  @Test(arguments: ["notes list --no-input", "notes delete {id} --no-input"])
  func `with --no-input nothing is asked, on a terminal too`(line: String) throws {
    let words = line.split(separator: " ").map { filled(String($0)) }
    let outcome = try sandbox.onTerminal(words[0], words[1], words[2], words.last ?? "")
    #expect(outcome.status == (words[1] == "delete" ? 2 : 0), "\(outcome.testDescription)")
    #expect(try sandbox.notes().count == 1)
  }

  @Test(arguments: [
    "--version", "--help", "notes --help", "notes add --help", "help notes add", "notes list",
    "notes list --tag nothing", "notes search nothing", "search nothing", "commits", "overview",
    "doctor", "config list", "config path", "completion bash", "man", "man notes add",
    "notes show {id}", "notes history {id}", "notes history {deleted}", "notes restore {deleted}",
    "notes show {deleted} --deleted", "notes delete {id} --yes",
  ])
  func `what was done is exit 0, also where nothing was found`(line: String) throws {
    let words = line.split(separator: " ").map { filled(String($0)) }
    let outcome = try sandbox.run(words)
    #expect(outcome.status == 0, "\(outcome.testDescription)")
    #expect(!outcome.error.contains("commitdiary: "), "\(outcome.testDescription)")
  }

  @Test func `a group without a command is exit 2, with its help where messages go`() throws {
    for group in ["notes", "config"] {
      let outcome = try sandbox.run(group)
      #expect(outcome.status == 2 && outcome.output == "", "\(outcome.testDescription)")
      #expect(outcome.error == (try sandbox.run(group, "--help").output))
      try sandbox.run(group, "--json").expectRefusalAsJSON(2)
    }
  }

  @Test func `with --quiet an empty answer says nothing, and a failure still does`() throws {
    let outcome = try sandbox.run("notes", "list", "--tag", "nothing", "--quiet")
    #expect(outcome.status == 0 && outcome.output + outcome.error == "")
    try sandbox.run("notes", "show", "zzzz", "-q").expectRefusal(3)
  }

  @Test func `a reader that closes the pipe ends nothing badly`() throws {
    for _ in 1...3 {
      try sandbox.add("--body", String(repeating: "long text ", count: 10_000))
    }
    let outcome = try sandbox.script(
      "{ \"$commitdiary\" notes list --json; echo \"exit $?\" >&2; } | head -c 10 >/dev/null")
    #expect(outcome.error == "exit 0\n", "\(outcome.testDescription)")
  }
}
