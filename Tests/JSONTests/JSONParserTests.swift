import Testing

@testable import JSON

@Suite struct JSONParserTests {
  static func parse(_ text: String) throws(JSONSyntaxError) -> JSONValue {
    try JSONParser.parse(Array(text.utf8))
  }

  @Test(
    arguments: [
      ("null", .null), (" true ", true), ("\t\r\nfalse\n", false), ("0", 0), ("-0", 0), ("42", 42),
      ("-7", -7),
      ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
      ("9223372036854775808", .number(9_223_372_036_854_775_808)), ("1.5", .number(1.5)),
      ("-1.5E+2", .number(-150)),
      ("1e2", .number(100)), ("5e-1", .number(0.5)), ("0.0", .number(0)), (#""""#, ""),
      (#""a\/b""#, "a/b"),
      (#""\"\\\b\f\n\r\t""#, "\"\\\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\ud55C""#, "Aé한"),
      (#""\uD83D\uDE00""#, "😀"),
      ("[]", []), ("[ ]", []), ("[1,[2,[]]]", [1, [2, []]]), ("{}", [:]),
      (#"{"a":{"b":[null]}}"#, ["a": ["b": [nil]]]),
      (#"{"a":1,"a":2}"#, ["a": 1, "a": 2]), ("\u{FEFF}1", 1), (#""\u0000""#, "\0"),
      ("\"\u{7F}\"", "\u{7F}"),
    ] as [(String, JSONValue)])
  func `reads JSON`(_ text: String, _ value: JSONValue) throws {
    #expect(try Self.parse(text) == value)
  }

  @Test(
    arguments: [
      ("// note\n1 // end", 1), ("/* a */ [ /* b */ 1, /**/ ] /***/", [1]), ("[1,2,]", [1, 2]),
      ("{a:1,}", ["a": 1]),
      ("{'a b': 'it\"s'}", ["a b": "it\"s"]), ("{$_a1: 0x1F, b: -0xff}", ["$_a1": 31, "b": -255]),
      ("{키: '값'}", ["키": "값"]),
      ("[+1, .5, -.5, 5., +.5e1]", [1, .number(0.5), .number(-0.5), .number(5), .number(5)]),
      ("'a\\\nb\\\r\nc'", "abc"), (#"'\x41\v\0\q'"#, "A\u{B}\0q"), ("\"a\tb\"", "a\tb"),
      ("-0x8000000000000000", .integer(.min)),
    ] as [(String, JSONValue)])
  func `reads JSON5 comments, quotes and trailing commas`(_ text: String, _ value: JSONValue) throws
  {
    #expect(try Self.parse(text) == value)
  }

  @Test(arguments: [
    "", " ", "nul", "True", "undefined", "NaN", "Infinity", "[", "]", "[1", "[1 2]", "[,]", "[1,,]",
    "{", "{a}", "{a:}",
    "{,}", "{a:1 b:2}", "{a:1,,}", "{:1}", "{1", "1 2", "1,", "\"", "'", "\"\n\"", "\"\r\"",
    "\"abc", #""\"#, #""\u12""#,
    #""\u12G4""#, #""\u+123""#, #""\x1""#, #""\uD83D\u""#, "-", "+", ".", "-.", "+-5", "++5", "--5",
    "0x", "0xG",
    "0x-5", "-0x-8000000000000000", "0x10000000000000000", "0x1p4", "01", "-01", "00", "1e", "1e+",
    "e5", ".e5", "1.5.2",
    "1e400", "1_000", "1a", "/", "/*", "/* *", "/x", "1 /", "#", "@", "{'a':1]", "[1}",
    "true false", "\u{FEFF}\u{FEFF}1",
    "{a:tru}", "nullx", "(1)", "\0", "1\0",
  ])
  func `refuses invalid JSON`(_ text: String) {
    #expect(throws: JSONSyntaxError.self) { try Self.parse(text) }
  }

  @Test(arguments: [#""\uD83D""#, #""\uDE00""#, #""\uD83Dx""#])
  func `replaces a lone surrogate`(_ text: String) throws {
    #expect(try Self.parse(text).string?.unicodeScalars.first == "\u{FFFD}")
  }

  @Test func `replaces two high surrogates and keeps a following pair`() throws {
    #expect(try Self.parse(#""\uD83D\uD83D\uDE00""#) == "\u{FFFD}😀")
  }

  @Test func `replaces invalid UTF-8`() throws {
    #expect(try JSONParser.parse([0x22, 0xFF, 0x22]) == "\u{FFFD}")
  }

  @Test(arguments: [("[", "]"), ("{a:", "}")])
  func `limits the depth`(_ open: String, _ close: String) throws {
    func nested(_ depth: Int) -> String {
      String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
    }
    #expect(throws: Never.self) { try Self.parse(nested(200)) }
    #expect(throws: JSONSyntaxError.self) { try Self.parse(nested(201)) }
    #expect(throws: JSONSyntaxError.self) {
      try Self.parse(String(repeating: open, count: 1_000_000))
    }
    let wide = "[" + String(repeating: "[],", count: 1000) + "]"
    #expect(try Self.parse(wide).array?.count == 1000)
  }

  @Test(arguments: [
    ("", 1, 1), ("x", 1, 1), ("{a:1 b:2}", 1, 6), ("{\n  a: 1,\n  b 2\n}", 3, 5),
    ("{'키': 'ㄱㄴ' x}", 1, 12),
    ("[\r\n\r\n  !]", 3, 3), ("{\n a: 01\n}", 2, 5), ("[1,\n", 2, 1), ("\"a\nb\"", 1, 3),
    ("// c\n/* d\n e */ nope", 3, 7),
  ])
  func `an error has line and column`(_ text: String, _ line: Int, _ column: Int) {
    #expect(throws: JSONSyntaxError(line: line, column: column)) { try Self.parse(text) }
  }

  @Test func `finds the ranges of top-level members`() throws {
    let text = "{ // settings\n  a: 1,\n  'b c' : {x: [1, 2],} ,\n  \"d\":\"}\" /* end */ }"
    let bytes = Array(text.utf8)
    var parser = JSONParser(bytes)
    _ = try parser.document()
    func piece(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    #expect(parser.members.map(\.name) == ["a", "b c", "d"])
    #expect(
      parser.members.map { piece($0.whole) } == ["a: 1", "'b c' : {x: [1, 2],}", "\"d\":\"}\""])
    #expect(parser.members.map { piece($0.value) } == ["1", "{x: [1, 2],}", "\"}\""])
    #expect(parser.members.map { $0.comma.map { bytes[$0 - 1] } } == [0x2C, 0x2C, nil])
    let braces = try #require(parser.braces)
    #expect(braces.open == 0)
    #expect(braces.close == bytes.count - 1)
  }

  @Test(arguments: ["1", "[{a: 1}]", "'x'"])
  func `other values have no members`(_ text: String) throws {
    var parser = JSONParser(Array(text.utf8))
    _ = try parser.document()
    #expect(parser.members.isEmpty)
    #expect(parser.braces == nil)
  }
}
