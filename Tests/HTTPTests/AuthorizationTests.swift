import Testing

@testable import HTTP

@Suite struct AuthorizationTests {
  static let token = "gho_sesame"

  @Test func `printing does not reveal the token`() {
    let authorization = Authorization(bearer: Self.token)
    let request = HTTPRequest(.get, "https://example.com/", authorization: authorization)
    var dumped = ""
    dump(request, to: &dumped)
    dump(authorization, to: &dumped)
    let printed = [
      "\(authorization)", "\(request)", String(reflecting: authorization),
      String(reflecting: request), "\(Optional(authorization) as Any)", dumped,
    ]
    for text in printed { #expect(!text.contains("sesame"), "\(text)") }
  }

  @Test func `a line break in a token does not end the header`() {
    #expect(Authorization(bearer: "a\r\nx: y").value == "Bearer ax:y")
    #expect(Authorization(bearer: "gho_1\n").value == "Bearer gho_1")
  }

  @Test(arguments: ["", "a b", "a\n", "é", "\0"])
  func `refuses an invalid token`(_ text: String) {
    #expect(Authorization(token: text) == nil)
  }

  @Test func `sends a token unchanged`() {
    #expect(Authorization(token: Self.token)?.value == "Bearer gho_sesame")
  }
}
