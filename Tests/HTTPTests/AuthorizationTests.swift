import Testing

@testable import HTTP

@Suite struct AuthorizationTests {
  static let token = "gho_sesame"

  @Test func `no way of printing it shows the token`() {
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

  @Test func `a line break in a token does not end the field`() {
    #expect(Authorization(bearer: "a\r\nx: y").value == "Bearer ax:y")
    #expect(Authorization(bearer: "gho_1\n").value == "Bearer gho_1")
  }

  @Test(arguments: ["", "a b", "a\n", "é", "\0"])
  func `what can be no token is none`(_ text: String) {
    #expect(Authorization(token: text) == nil)
  }

  @Test func `a token is sent as it is`() {
    #expect(Authorization(token: Self.token)?.value == "Bearer gho_sesame")
  }
}
