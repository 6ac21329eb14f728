import Platform

/// The code that the user types into a web page.
public struct DeviceCode: Hashable, Sendable {
  /// For example `WDJB-MJHT`.
  public var userCode: String
  /// The page on which the code is entered.
  public var verificationURL: String
  public var lifetime: Duration
  /// The minimum time between two polls.
  public var interval: Duration
  /// Identifies this login to the server. It can be exchanged for the token, so it is not printed.
  let secret: Token
  /// When the code was requested and when it arrived, on the clock of the login. The server created
  /// it in between.
  let begin: Duration
  let arrival: Duration

  init?(_ answer: DeviceFlowResponse, host: GitHubHost, begin: Duration, arrival: Duration) {
    guard let secret = answer.text("device_code").map(Token.init), secret.isUsable,
      let userCode = answer.text("user_code"), userCode.utf8.count <= 40,
      userCode.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    self.userCode = userCode
    self.secret = secret
    self.begin = begin
    self.arrival = arrival
    let ownPage = "\(host.webURL)/login/device"
    // The user grants access on this page, so it must be on the host that the user chose.
    let page = answer.text("verification_uri").flatMap { WebAddress($0) }
    let isOwn = page?.origin == WebAddress(host.webURL)?.origin
    verificationURL = isOwn ? page?.text ?? ownPage : ownPage
    lifetime = answer.seconds("expires_in") ?? .seconds(900)
    interval = answer.seconds("interval") ?? .seconds(5)
  }
}
