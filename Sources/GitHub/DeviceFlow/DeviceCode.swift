import Platform

/// What a person types into a web page, and for how long it means anything.
public struct DeviceCode: Hashable, Sendable {
  /// `WDJB-MJHT`
  public var userCode: String
  /// Where it is typed.
  public var verificationURL: String
  public var lifetime: Duration
  /// The least time between two questions whether it was typed.
  public var interval: Duration
  /// What the server knows the login by; whoever has it gets the token, so it does not show.
  let secret: Token
  /// By the clock of the login: when it was asked for, and when it was here. It is not older than
  /// the one, and not younger than the other.
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
    // A person goes there and gives access: to no other server than the one that was named.
    let page = answer.text("verification_uri").flatMap { WebAddress($0) }
    let isOwn = page?.origin == WebAddress(host.webURL)?.origin
    verificationURL = isOwn ? page?.text ?? ownPage : ownPage
    lifetime = answer.seconds("expires_in") ?? .seconds(900)
    interval = answer.seconds("interval") ?? .seconds(5)
  }
}
