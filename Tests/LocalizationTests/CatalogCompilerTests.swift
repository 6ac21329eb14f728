import Foundation
import Testing

@testable import CatalogCompiler

/// A folder with catalogs of a few messages.
private struct CatalogFolder: ~Copyable {
  let url: URL

  static let english = """
    msgid ""
    msgstr ""
    "Language: en\\n"
    "Plural-Forms: nplurals=2; plural=(n != 1);\\n"

    #. {name} is a note.
    msgctxt "saved"
    msgid "Saved {name}."
    msgstr "Saved {name}."

    msgctxt "notes"
    msgid "{count} note"
    msgid_plural "{count} notes"
    msgstr[0] "{count} note"
    msgstr[1] "{count} notes"

    """

  init(_ files: [String: String] = [:]) throws {
    url = FileManager.default.temporaryDirectory.appending(path: "catalogs-\(UUID())")
    try FileManager.default.createDirectory(
      at: url.appending(path: "glossary"), withIntermediateDirectories: true)
    for (name, text) in files.merging(
      ["en.po": Self.english], uniquingKeysWith: { first, _ in first })
    {
      try text.write(to: url.appending(path: name), atomically: true, encoding: .utf8)
    }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  var catalogs: Catalogs { get throws { try Catalogs(folder: url) } }

  func text(_ name: String) throws -> String {
    try String(contentsOf: url.appending(path: name), encoding: .utf8)
  }
}

private func header(_ tag: String, plural: String = "nplurals=2; plural=(n > 1);") -> String {
  """
  msgid ""
  msgstr ""
  "Language: \(tag)\\n"
  "Plural-Forms: \(plural)\\n"

  """
}

@Suite struct PartialCatalogTests {
  private static let half = """

    msgctxt "saved"
    msgid "Saved {name}."
    msgstr "{name} enregistré."
    """

  @Test func `an incomplete catalog causes a warning, and its gaps show English`() throws {
    let folder = try CatalogFolder(["fr.po": header("fr") + Self.half])
    let catalogs = try folder.catalogs
    #expect(try catalogs.problems().isEmpty)
    let warnings = catalogs.unfinished()
    #expect(warnings.count == 1 && warnings[0].isWarning)
    #expect(warnings[0].problem == "1 of 2 messages are not translated yet")
    #expect(
      catalogs.outdated(folder.url.appending(path: "fr.po")).problem
        == "1 of 2 messages are missing: run scripts/messages, which adds them untranslated")
    let tables = try TableWriter.swift(for: catalogs)
    // The first message has 19 bytes, and the second one none.
    #expect(tables.contains(#"index: "000000000019000019""#))
    #expect(tables.contains(#"texts: "{name} enregistré.""#))
  }

  @Test func `a catalog whose header says that it is complete has all messages`() throws {
    let whole = header("ko", plural: "nplurals=1; plural=0;")
    let folder = try CatalogFolder([
      "ko.po": whole + "\"X-Complete: yes\\n\"\n\n" + Self.half
    ])
    let gaps = try folder.catalogs.problems()
    #expect(gaps.map(\.problem) == ["notes is not translated yet"])
    #expect(try folder.catalogs.unfinished().isEmpty)
  }

  @Test func `a missing placeholder is an error in any language`() throws {
    let text = Self.half.replacingOccurrences(of: "{name} enr", with: "Enr")
    let folder = try CatalogFolder(["fr.po": header("fr") + text])
    #expect(try folder.catalogs.problems().map(\.problem) == ["saved leaves out {name}"])
  }

  @Test func `an update keeps translators' comments`() throws {
    let noted = """

      # Better without a verb?
      #: Sources/Notes.swift:12
      #, no-wrap
      msgctxt "saved"
      msgid "Saved {name}."
      msgstr "{name} enregistré."

      #~ msgctxt "old"
      #~ msgid "Old"
      #~ msgstr "Vieux"

      #~ msgctxt "older"
      #~ msgid "Older"
      #~ msgstr "Plus vieux"

      """
    let folder = try CatalogFolder(["fr.po": header("fr") + noted])
    let updated = try #require(
      folder.catalogs.updated().first { $0.url.lastPathComponent == "fr.po" })
    for line in noted.split(separator: "\n") { #expect(updated.text.contains(line), "\(line)") }
    #expect(updated.text.contains("#. {name} is a note."))
    #expect(updated.text.contains("#~ msgstr \"Vieux\"\n\n#~ msgctxt"))
    // A second update changes nothing.
    let again = try PortableObject(updated.text, file: "fr.po")
    #expect(again.text == updated.text)
  }
}

@Suite struct NewCatalogTests {
  @Test(arguments: [
    ("fr", "fr.po", 2), ("pt-BR", "pt_BR.po", 2), ("zh_Hant", "zh_Hant.po", 1), ("ru", "ru.po", 3),
    ("ar", "ar.po", 6), ("de", "de.po", 2),
  ])
  func `a new catalog has a header and every message`(_ tag: String, _ file: String, _ forms: Int)
    throws
  {
    let folder = try CatalogFolder()
    let catalog = try NewCatalog(tag: tag, catalogs: folder.catalogs)
    #expect(catalog.url.lastPathComponent == file)
    let read = try PortableObject(catalog.text, file: file)
    #expect(read.entries.map(\.key) == ["saved", "notes"])
    #expect(read.entries.map(\.translations) == [[""], Array(repeating: "", count: forms)])
    #expect(read.value(of: "Language") == String(file.dropLast(3)))
    #expect(try PluralRule(read.value(of: "Plural-Forms") ?? "", place: file).count == forms)
    // The build accepts the new catalog.
    try catalog.text.write(to: catalog.url, atomically: true, encoding: .utf8)
    #expect(try folder.catalogs.unfinished().count == 1)
    let tables = try TableWriter.swift(for: folder.catalogs)
    #expect(tables.contains("case \"\(file.dropLast(3))\": return Catalog_"))
  }

  @Test(arguments: ["xx", "", "en", "klingon", "FR", "zh_hant", "../fr"])
  func `refuses an unknown language and an existing catalog`(_ tag: String) throws {
    let folder = try CatalogFolder()
    #expect(throws: CatalogError.self) { try NewCatalog(tag: tag, catalogs: folder.catalogs) }
  }
}

@Suite struct MessageReportTests {
  @Test func `shows a message with its texts and uses`() throws {
    let folder = try CatalogFolder(["fr.po": header("fr")])
    let sources = folder.url.appending(path: "Sources")
    try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
    try "import A\nlet a = Message.saved(name: 1)\nlet b = Message.savedToo\n"
      .write(to: sources.appending(path: "A.swift"), atomically: true, encoding: .utf8)
    let report = try MessageReport(of: "saved", in: folder.catalogs, sources: sources)
    #expect(
      report.text == """
        saved
          {name} is a note.
          en: Saved {name}.
          Sources/A.swift:2
        """)
    #expect(throws: CatalogError.self) {
      try MessageReport(of: "save", in: folder.catalogs, sources: sources)
    }
  }
}

@Suite struct TextRulesTests {
  @Test func `reports phrases and words to avoid`() throws {
    let korean = """

      msgctxt "saved"
      msgid "Saved {name}."
      msgstr "{name} 세이브"
      """
    let folder = try CatalogFolder([
      "AVOID.md": """
      | language | pattern | write instead | breaks it |
      | --- | --- | --- | --- |
      | en | `\\b[Ss]aved \\{\\|x` | “kept” | a: saved {b} |
      | ko | `^saved: .*브$` | a noun | saved: 세이브 |
      """,
      "glossary/ko.md": """
      | term | Korean | why |
      | --- | --- | --- |
      | save | 저장 | as git; not: 세이브; compare “keep” |
      """,
      // A word may be wrong in one language and right in another with the same script.
      "glossary/ja.md": """
      | term | Japanese | why |
      | --- | --- | --- |
      | save | 保存 | not: 儲存 |
      """,
      "ko.po": header("ko", plural: "nplurals=1; plural=0;") + korean,
      "zh_Hant.po": header("zh_Hant", plural: "nplurals=1; plural=0;")
        + korean.replacingOccurrences(of: "세이브", with: "儲存"),
    ])
    let problems = try TextRules(folder: folder.url).violations(in: folder.catalogs).map(\.problem)
    #expect(
      problems == [
        "saved: \\b[Ss]aved \\{|x is found; write “kept”",
        "saved: ^saved: .*브$ is found; write a noun",
        "saved: not “세이브”; see “save” in glossary/ko.md",
      ])
  }

  @Test func `a pattern that does not find its example is refused`() throws {
    let folder = try CatalogFolder([
      "AVOID.md": """
      | language | pattern | write instead | breaks it |
      | --- | --- | --- | --- |
      | en | `kept` | saved | x: saved |
      """
    ])
    #expect(throws: CatalogError.self) { try TextRules(folder: folder.url) }
  }

  @Test(arguments: [
    "There is no browser.", "The token is no longer there.", "Dates as in gettext",
    "for a stand-up meeting", "Nothing was changed.",
  ])
  func `the patterns do not find what is right`(_ text: String) throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Localization")
    #expect(try TextRules(folder: folder).faults(of: [text], key: "x", in: "en").isEmpty)
  }

  @Test(arguments: [
    ("Run `sync init`.", "Lancez `sync join`.", "has other commands between ` than English"),
    ("Use --tag.", "Utilisez --étiquette.", "has other options than English"),
    ("Saved.", "Enregistré", "must end with a period"),
    ("Really?", "Vraiment.", "must end with a question mark"),
  ])
  func `compares a translation with its original`(
    _ english: String, _ french: String, _ problem: String
  ) throws {
    let entry = { (text: String) in
      "\nmsgctxt \"one\"\nmsgid \"\(english)\"\nmsgstr \"\(text)\"\n"
    }
    let folder = try CatalogFolder([
      "en.po": header("en") + entry(english), "fr.po": header("fr") + entry(french),
    ])
    #expect(try folder.catalogs.problems().map(\.problem) == ["one \(problem)"])
  }

  @Test func `equal texts have equal translations`() throws {
    let entries = { (one: String, two: String) in
      ["one", "two"].map {
        "\nmsgctxt \"\($0)\"\nmsgid \"Tags\"\nmsgstr \"\($0 == "one" ? one : two)\"\n"
      }
      .joined()
    }
    let folder = try CatalogFolder([
      "en.po": header("en") + entries("Tags", "Tags"),
      "fr.po": header("fr") + entries("Balises", "Étiquettes"),
    ])
    #expect(
      try folder.catalogs.problems().map(\.problem) == ["two is translated otherwise than one"])
  }

  @Test func `quotes commands as the language does`() throws {
    let entries = { (quoted: String) in
      """

      msgctxt "commandQuoted"
      msgid "“{command}”"
      msgstr "\(quoted)"

      msgctxt "hint"
      msgid "Run `commitdiary undo`."
      msgstr "Run `commitdiary undo`."

      """
    }
    let folder = try CatalogFolder([
      "en.po": header("en") + entries("“{command}”"),
      "fr.po": header("fr") + entries("« {command} »"),
    ])
    let tables = try TableWriter.swift(for: folder.catalogs)
    #expect(tables.contains("Run “commitdiary undo”."))
    #expect(tables.contains("Run « commitdiary undo »."))
  }

  @Test func `requires a comment on placeholders, except on counts`() throws {
    let text = CatalogFolder.english.replacingOccurrences(of: "#. {name} is a note.\n", with: "")
    let folder = try CatalogFolder(["en.po": text])
    let problems = try folder.catalogs.uncommented().map(\.problem)
    #expect(problems.count == 1 && problems[0].hasPrefix("saved has placeholders"))
  }
}

@Suite struct PseudoCatalogTests {
  @Test func `adds accents to letters, not to placeholders and options`() {
    let text = PseudoCatalog.accented("Saved {name} with --body: {count} {{notes}")
    #expect(text.hasPrefix("Šáṽéð {name} ŵîţĥ --body: {count} {{ñôţéš}"))
    #expect(text.count >= 42 + 4)
    #expect(PseudoCatalog.accented("") == "" && PseudoCatalog.accented("–") == "–")
  }

  @Test func `the build accepts the pseudo catalog`() throws {
    let folder = try CatalogFolder()
    let pseudo = try PseudoCatalog(of: folder.catalogs).text
    try pseudo.write(
      to: folder.url.appending(path: "en_XA.po"), atomically: true, encoding: .utf8)
    #expect(try folder.catalogs.problems().isEmpty && folder.catalogs.unfinished().isEmpty)
    try folder.catalogs.verify()
  }
}

/// The data that ICU has for languages without a catalog.
@Suite struct RegionalFormsTests {
  @Test(arguments: [
    ("en", "{0} B {0} kB {0} MB {0} GB {0} TB"), ("fr", "{0} o {0} ko {0} Mo {0} Go {0} To"),
    ("ru", "{0} Б {0} кБ {0} МБ {0} ГБ {0} ТБ"), ("ja", "{0} B {0} kB {0} MB {0} GB {0} TB"),
  ])
  func `sizes use the units of the language`(_ language: String, _ sizes: String) {
    #expect(LanguageNames(language: language).sizes.joined(separator: " ") == sizes)
  }

  @Test(arguments: [("es", 5, [3, 3]), ("pl", 5, [3, 3]), ("en", 4, [3, 3]), ("hi", 4, [3, 2])])
  func `groups digits by the rules of the language`(
    _ language: String, _ digits: Int, _ sizes: [Int]
  ) {
    let forms = RegionalForms(locale: language)
    #expect(forms.minimumDigitsToGroup == digits)
    #expect([forms.lastGroup, forms.otherGroups] == sizes)
  }

  @Test(arguments: [
    ("zh_Hant", "Bh:mm", "y年M月d日 Bh:mm"), ("en", "h:mm a", "MMM d, y 'at' h:mm a"),
    ("de", "HH:mm", "d. MMM y, HH:mm"), ("ko", "a h:mm", "y년 MMM d일 a h:mm"),
  ])
  func `formats times with the period of the day and beside a date`(
    _ language: String, _ time: String, _ dateAndTime: String
  ) {
    let forms = RegionalForms(locale: language)
    #expect(forms.time == time && forms.dateAndTime == dateAndTime)
  }

  @Test func `a script has its own territories`() {
    #expect(LanguageNames(language: "zh_Hant").territory == "TW")
    #expect(LanguageNames(language: "zh_Hans").territory == "CN")
    let chinese = LikelyTags(language: "zh")
    #expect(chinese.script == "Hans" && chinese.exceptions[0].territory == "TW")
    #expect(chinese.exceptions[0].territories.contains("HK"))
  }
}
