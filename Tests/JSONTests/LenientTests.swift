import JSON
import Testing

@Suite struct LenientTests {
  @Test(arguments: [
    (JSONValue.integer(7), 7), (.number(7), 7), ("7", 7), ("-7", -7), (.number(7.5), nil),
    ("", nil), ("-", nil), ("+7", nil), ("--7", nil), ("7.0", nil), ("9999999999999999999", nil),
    (.null, nil), (true, nil),
  ])
  func `accepts an integer in quotes`(_ value: JSONValue, _ number: Int?) {
    #expect(value.lenientInteger == number)
  }

  @Test(arguments: [
    (JSONValue.integer(7), 7.0), (.number(7.5), 7.5), ("7.5", 7.5), ("-", nil), ("nan", nil),
    ("inf", nil), ("", nil), (.null, nil), (true, nil), (.array([1]), nil),
  ])
  func `accepts a number in quotes`(_ value: JSONValue, _ number: Double?) {
    #expect(value.lenientNumber == number)
  }

  @Test func `treats an empty string as missing`() {
    #expect(JSONValue.string("").nonEmptyString == nil)
    #expect(JSONValue.string("a").nonEmptyString == "a")
    #expect(JSONValue.integer(1).nonEmptyString == nil)
  }
}
