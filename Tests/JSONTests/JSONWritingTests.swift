import Testing

@testable import JSON

@Suite struct JSONWritingTests {
  @Test(
    arguments: [
      (.null, "null"), (true, "true"), (false, "false"), (0, "0"),
      (.integer(.min), "-9223372036854775808"),
      (.number(7.5), "7.5"), (.number(.infinity), "null"), (.number(.nan), "null"),
      (.number(1e300), "1e+300"),
      ("", #""""#), ("plain", #""plain""#), ([], "[]"), ([:], "{}"), ([1, [2]], "[1,[2]]"),
      (["b": 1, "a": [nil]], #"{"b":1,"a":[null]}"#), (["": ["x": "y"]], #"{"":{"x":"y"}}"#),
    ] as [(JSONValue, String)])
  func `writes values as JSON`(_ value: JSONValue, _ text: String) {
    #expect(value.text(.compact) == text)
  }

  @Test func `keeps the order of members`() {
    let value: JSONValue = [
      "z": 1, "a": ["inner": true, "empty": []], "m": [1, "two"], "none": [:],
    ]
    #expect(
      value.text() == """
        {
          "z": 1,
          "a": {
            "inner": true,
            "empty": []
          },
          "m": [
            1,
            "two"
          ],
          "none": {}
        }
        """)
  }

  @Test(arguments: [
    ("\"", #"\""#), ("\\", #"\\"#), ("\n\r\t", #"\n\r\t"#), ("\u{0}\u{1B}", #"\u0000\u001b"#),
    ("\u{7F}\u{9B}", #"\u007f\u009b"#), ("\u{2028}\u{2029}", #"\u2028\u2029"#), ("/", "/"),
    ("회고 東京 👩‍👩‍👧", "회고 東京 👩‍👩‍👧"), ("\r\n", #"\r\n"#), ("e\u{301}", "e\u{301}"),
    ("a\u{202E}b\u{2066}\u{200F}\u{61C}", #"a\u202eb\u2066\u200f\u061c"#),
    ("\u{200B}\u{FEFF}\u{2060}\u{AD}\u{34F}", #"\u200b\ufeff\u2060\u00ad\u034f"#),
    ("\u{E0041}", #"\udb40\udc41"#), ("a\u{200D}b\u{200C}", #"a\u200db\u200c"#),
    ("❤️‍🔥", "❤️‍🔥"),
  ])
  func `escapes text`(_ text: String, _ quoted: String) {
    let written = JSONValue.string(text).text()
    #expect(Array(written.utf8) == Array("\"\(quoted)\"".utf8))
    let object: JSONValue = .object([JSONValue.Member(text, 1)])
    #expect(Array(object.text(.compact).utf8) == Array("{\"\(quoted)\":1}".utf8))
  }

  @Test func `escapes every control character`() {
    for value in UInt32(0)...0x2100 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let written = JSONValue.string("a\(Character(scalar))b").text()
      #expect(written.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }
  }

  @Test func `reads back escaped text`() throws {
    let text = String(
      String.UnicodeScalarView(
        [0...0x3000, 0xFE00...0xFFFF, 0xE0000...0xE0100].joined().compactMap {
          Unicode.Scalar(UInt32($0))
        }))
    let written = JSONValue.string(text).text()
    #expect(try JSONParser.parse(Array(written.utf8)) == .string(text))
    let unseen = written.unicodeScalars.filter {
      [.control, .format, .lineSeparator, .paragraphSeparator].contains(
        $0.properties.generalCategory)
    }
    #expect(unseen.isEmpty)
  }

  @Test func `a missing member is nil`() {
    #expect(JSONValue(nil as String?) == .null)
    #expect(JSONValue(nil as Int?) == .null)
    #expect(JSONValue("x" as String?) == "x")
    #expect(JSONValue(3 as Int?) == 3)
  }

  @Test func `a value has only its own type`() {
    let value: JSONValue = ["a": 1, "b": "two", "c": [true], "a": 2, "d": .number(3)]
    #expect(value["a"]?.integer == 2)
    #expect(value["b"]?.string == "two")
    #expect(value["c"]?.array?.first?.bool == true)
    #expect(value["d"]?.integer == 3)
    #expect(JSONValue.number(3.5).integer == nil)
    #expect(JSONValue.number(1e300).integer == nil)
    #expect(value["e"] == nil)
    #expect(value.object?.count == 5)
    #expect(value.string == nil && value.array == nil && value.bool == nil)
    #expect(JSONValue.null["a"] == nil)
  }
}
