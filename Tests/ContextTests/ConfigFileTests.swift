import Diary
import JSON
import Localization
import Platform
import TestSupport
import Testing

@testable import Context

@Suite struct ConfigFileTests {
  private static func file(_ text: String, in folder: TemporaryFolder) throws -> ConfigFile {
    try File.writeAtomically(Array(text.utf8), to: folder.file("config.json"))
    return try ConfigFile(folder.file("config.json"))
  }

  struct Change: CustomTestStringConvertible {
    var before: String
    var key: String
    var value: JSONValue?
    var after: String
    var testDescription: String {
      "\(key) = \(value?.text(.compact) ?? "") in \(before.debugDescription)"
    }
  }

  @Test(arguments: [
    // An empty file.
    Change(before: "", key: "language", value: "ko", after: "{\n  \"language\": \"ko\"\n}\n"),
    Change(
      before: " \n\t\r\n", key: "week.start", value: "mon",
      after: "{\n  \"week.start\": \"mon\"\n}\n"),
    Change(before: "{}", key: "a", value: 1, after: "{\n  \"a\": 1}"),
    Change(
      before: "// mine\n{\n}\n// end", key: "a", value: 1,
      after: "// mine\n{\n  \"a\": 1\n}\n// end"),
    // An existing key.
    Change(
      before: "{\"language\": \"ko\"}", key: "language", value: "ja",
      after: "{\"language\": \"ja\"}"),
    Change(
      before: "{ language : 'ko' /* why */ , } // end\n", key: "language", value: "ja",
      after: "{ language : \"ja\" /* why */ , } // end\n"),
    Change(
      before: "{\r\n\tlanguage: 'ko', // tongue\r\n}", key: "language", value: "ja",
      after: "{\r\n\tlanguage: \"ja\", // tongue\r\n}"),
    Change(
      before: "{week: {start: 'mon', // first\n}}", key: "week.start", value: "sun",
      after: "{week: {start: \"sun\", // first\n}}"),
    Change(
      before: "{'키': 1, \"week.start\": \"mon\"}", key: "week.start", value: "sun",
      after: "{'키': 1, \"week.start\": \"sun\"}"),
    Change(before: "{a: 1, a: 2}", key: "a", value: 3, after: "{a: 1, a: 3}"),
    // A key that occurs more than once: the occurrence that takes effect is changed.
    Change(
      before: "{week: {start: 'mon'}, 'week.start': 'tue'}", key: "week.start", value: "sun",
      after: "{week: {start: 'mon'}, 'week.start': \"sun\"}"),
    Change(
      before: "{'week.start': 'tue', week: {start: 'mon'}}", key: "week.start", value: "sun",
      after: "{'week.start': 'tue', week: {start: \"sun\"}}"),
    Change(
      before: "{week: {start: 'mon'}, week: {}}", key: "week.start", value: "sun",
      after: "{week: {start: \"sun\"}, week: {}}"),
    // A new key after the last member.
    Change(before: "{\n  a: 1\n}\n", key: "b", value: 2, after: "{\n  a: 1,\n  \"b\": 2\n}\n"),
    Change(before: "{\n  a: 1,\n}\n", key: "b", value: 2, after: "{\n  a: 1,\n  \"b\": 2\n}\n"),
    Change(
      before: "{\n  a: 1 // one\n}\n", key: "b", value: 2,
      after: "{\n  a: 1, // one\n  \"b\": 2\n}\n"),
    Change(
      before: "{\n  a: 1, // one\n}\n", key: "b", value: 2,
      after: "{\n  a: 1, // one\n  \"b\": 2\n}\n"),
    Change(
      before: "{\r\n  a: 1 // one\r\n}", key: "b", value: 2,
      after: "{\r\n  a: 1, // one\n  \"b\": 2\r\n}"),
    Change(
      before: "{week: {}}", key: "week.start", value: "mon",
      after: "{week: {},\n  \"week.start\": \"mon\"}"),
    // Removal.
    Change(
      before: "{week: {start: 'mon'}, 'week.start': 'tue', week: {}}", key: "week.start",
      value: nil,
      after: "{week: {},  week: {}}"),
    Change(before: "{a: 1, a: 2, b: 3}", key: "a", value: nil, after: "{  b: 3}"),
    Change(
      before: "{\n  // about a\n  a: 1,\n  b: 2\n}\n", key: "a", value: nil,
      after: "{\n  // about a\n  b: 2\n}\n"),
    Change(before: "{\n  a: 1,\n  b: 2\n}\n", key: "b", value: nil, after: "{\n  a: 1,\n}\n"),
    Change(before: "{a: 1, b: 2}", key: "a", value: nil, after: "{ b: 2}"),
    Change(before: "{a: 1 /* x */, b: 2}", key: "b", value: nil, after: "{a: 1 /* x */, }"),
    Change(before: "{a: 1, // one\n}", key: "a", value: nil, after: "{ // one\n}"),
    Change(
      before: "{week: {start: 'mon', end: 1}}", key: "week.start", value: nil,
      after: "{week: { end: 1}}"),
    Change(before: "{a: 1}", key: "b", value: nil, after: "{a: 1}"),
    Change(before: "{ }", key: "b", value: nil, after: "{ }"),
  ])
  func `a change keeps all other bytes`(_ change: Change) throws {
    let folder = try TemporaryFolder()
    var file = try Self.file(change.before, in: folder)
    try file.set(change.key, to: change.value)
    #expect(String(decoding: file.bytes, as: UTF8.self) == change.after)
    #expect(file[change.key] == change.value)
    try file.save()
    #expect(try ConfigFile(file.path)[change.key] == change.value)
    #expect(try File.read(file.path) == Array(change.after.utf8))
  }

  @Test func `reads flat and nested settings, the last one wins`() throws {
    let folder = try TemporaryFolder()
    let file = try Self.file(
      "// mine\n{ language: 'ko', week: { start: 'mon', }, \"terminal.ambiguousWidth\": 2, language: 'ja' }",
      in: folder)
    #expect(file["language"] == "ja")
    #expect(file["week.start"] == "mon")
    #expect(file["terminal.ambiguousWidth"] == 2)
    #expect(file["week"] == nil && file["start"] == nil)
  }

  @Test func `a missing or blank file has no settings`() throws {
    let folder = try TemporaryFolder()
    #expect(try ConfigFile(folder.file("none")).values.isEmpty)
    #expect(try Self.file(" \n", in: folder).values.isEmpty)
  }

  @Test(arguments: [
    ("{\n  language: 'ko'\n  week: 1\n}", 3, 3), ("{", 1, 2), ("[1]", 1, 1), ("'x'", 1, 1),
    ("{} {}", 1, 4), ("// nothing but a comment\n", 2, 1), ("{'한국어': nope}", 1, 9),
  ])
  func `an invalid file is reported with line and column`(
    _ text: String, _ line: Int, _ column: Int
  ) throws {
    let folder = try TemporaryFolder()
    #expect(
      throws: SettingError.brokenFile(path: folder.file("config.json"), line: line, column: column)
    ) {
      try Self.file(text, in: folder)
    }
  }

  @Test func `creates a private file with its folder`() throws {
    let folder = try TemporaryFolder()
    var file = try ConfigFile(folder.file("a/b/config.json"))
    try file.set("language", to: "ko")
    try file.save()
    #expect(File.permissions(folder.file("a/b")) == 0o700)
    #expect(File.permissions(file.path) == 0o600)
  }
}

@Suite struct SettingTests {
  @Test(
    arguments: [
      ("language", "ko", "ko"), ("language", "en-GB", "en-GB"), ("language", "한국어", "ko"),
      ("language", "japanese", "ja"), ("day.endsAt", "4 AM", 4), ("day.endsAt", "오전 4시", 4),
      ("day.endsAt", "midnight", 0), ("day.endsAt", "04:00", 4), ("week.start", "mon", "mon"),
      ("week.start", "SUN", "sun"), ("week.start", "토요일", "sat"),
      ("terminal.ambiguousWidth", "1", 1),
      ("terminal.ambiguousWidth", "2", 2),
    ] as [(String, String, JSONValue)])
  func `accepts valid values`(_ key: String, _ typed: String, _ value: JSONValue)
    throws
  {
    #expect(try Setting(typed: key).value(typed: typed) == value)
  }

  @Test(arguments: [
    ("language", ""), ("language", "klingon"), ("language", "C"), ("day.endsAt", "4:30"),
    ("day.endsAt", "-1"), ("week.start", "mondy"),
    ("week.start", "1"), ("week.start", ""), ("terminal.ambiguousWidth", "3"),
    ("terminal.ambiguousWidth", "0"), ("terminal.ambiguousWidth", "wide"),
    ("terminal.ambiguousWidth", "1.5"),
  ])
  func `refuses invalid values and says what is expected`(_ key: String, _ typed: String) throws {
    let setting = try Setting(typed: key)
    #expect(throws: SettingError.badValue(typed, key: key, expected: setting.expected)) {
      try setting.value(typed: typed)
    }
  }

  @Test(
    arguments: [
      ("Language", "language"), ("start", "week.start"), ("week.Start", "week.start"),
      ("ambiguouswidth", "terminal.ambiguousWidth"), ("weekstart", "week.start"), ("", nil),
      ("colour", nil), (".", nil), ("graph.them", "graph.theme"), ("them", "graph.theme"),
      ("GRAPH.EMAIL", "me.emails"), ("clone.path", "clones.paths"), ("graph", nil),
      ("github.", nil),
    ] as [(String, String?)])
  func `suggests the nearest key`(_ typed: String, _ nearest: String?) {
    #expect(throws: SettingError.unknownKey(typed, nearest: nearest)) {
      try Setting(typed: typed)
    }
  }

  @Test func `every default is valid`() throws {
    #expect(Set(Setting.all.map(\.key)).count == Setting.all.count)
    for setting in Setting.all {
      if let usual = setting.defaultValue { try setting.check(usual) }
      for choice in setting.choices { _ = try setting.value(typed: choice) }
    }
    #expect(try Setting(typed: "day.endsAt").defaultValue == 0)
    #expect(try Setting(typed: "terminal.ambiguousWidth").defaultValue == 1)
    #expect(try Setting(typed: "streak.excluded").defaultValue == .array([]))
    #expect(try Setting(typed: "weather.units").defaultValue == "metric")
    #expect(try Setting(typed: "terminal.background").defaultValue == "ask")
    #expect(try Setting(typed: "language").defaultValue == nil)
  }

  @Test func `reads settings and reports invalid ones`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("config.json")
    #expect(try Settings(readingFrom: path).language == nil)
    try File.writeAtomically(
      Array("{language: 'ja', week: {start: 'Mon'}, 'terminal.ambiguousWidth': 2.0}".utf8), to: path
    )
    let settings = try Settings(readingFrom: path)
    #expect(settings.language?.language == "ja")
    #expect(settings.firstWeekday == .monday)
    #expect(settings.ambiguousWidth == 2)
    for text in [
      "{language: 1}", "{week: {start: null}}", "{'terminal.ambiguousWidth': '2'}",
    ] {
      try File.writeAtomically(Array(text.utf8), to: path)
      #expect(throws: SettingError.self, "\(text)") { try Settings(readingFrom: path) }
    }
  }
  @Test func `names the keys that it does not know, and reads the others`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("config.json")
    let text = "{colour: 1, week: 'mon', colour: 2, graph: {them: 3}, 'day.endsAt': 4}"
    try File.writeAtomically(Array(text.utf8), to: path)
    let settings = try Settings(readingFrom: path)
    #expect(settings.unknownKeys == ["colour", "week", "graph.them"])
    #expect(settings.endOfDay == 4)
  }
}
