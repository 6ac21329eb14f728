import Testing

@testable import Diary

@Suite struct IdentifierTests {
  @Test(
    arguments: [
      (0, "000000000000"), (1, "000000000001"), (31, "00000000000z"), (32, "000000000010"),
      (UInt64.max, "zzzzzzzzzzzz"), (1 << 60, "000000000000"),
      (0x0123_4567_89AB_CDEF, "28t5cy4tqkff"),
    ] as [(UInt64, String)])
  func `sixty bits are twelve letters, highest bits first`(_ bits: UInt64, _ text: String) {
    #expect(Identifier(bits: bits).text == text)
  }

  @Test func `uses Crockford's alphabet`() {
    #expect(
      String(decoding: Identifier.alphabet, as: UTF8.self) == "0123456789abcdefghjkmnpqrstvwxyz")
  }

  @Test func `random identifiers differ`() {
    #expect(Set((0..<1000).map { _ in Identifier.random() }).count == 1000)
  }

  @Test(arguments: [
    ("7kq2", "7kq2"), ("7KQ2", "7kq2"), ("oOiIlL", "001111"), ("0", "0"),
    ("7kq2m9x4c1ab", "7kq2m9x4c1ab"),
  ])
  func `normalizes typed identifiers`(_ typed: String, _ prefix: String) {
    #expect(Identifier.prefix(typed) == prefix)
  }

  @Test(arguments: ["", "u", "7kq2m9x4c1abc", "7k q", "7k-q", "한글", "é", "%", "7kq2\0", "*"])
  func `refuses an invalid prefix`(_ typed: String) {
    #expect(Identifier.prefix(typed) == nil)
  }

  @Test(
    arguments: [
      ([], "7kq2"), (["0000"], "7kq2"), (["7kq2m9x4c1aa"], "7kq2m9x4c1ab"),
      (["7kq1zzzzzzzz", "7kq3"], "7kq2"), (["7kq20", "7kq2mz"], "7kq2m9"), (["", ""], "7kq2"),
    ] as [([String], String)])
  func `shortens an identifier as far as its neighbors allow`(
    _ neighbors: [String], _ short: String
  ) {
    #expect(Identifier(stored: "7kq2m9x4c1ab").shortened(besides: neighbors) == short)
  }
}
