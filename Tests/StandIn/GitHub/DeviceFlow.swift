/// How a login by device code goes.
public struct DeviceFlow: Sendable {
  /// Identifiers of the applications that are known; all are, where this is empty.
  public var clients: Set<String> = []
  /// Some servers have no such flow at all: 404.
  public var isAvailable = true
  /// The application's owner has not switched it on: 400.
  public var isDisabled = false
  public var interval: Duration = .seconds(5)
  public var expiration: Duration = .seconds(900)
  public var userCode = "WDJB-MJHT"
  /// Who says yes; the first account where it is `nil`.
  public var login: String?
  /// What the polls are told, one after the other; the last one again and again.
  public var script: [Reply] = [.success]
  /// Tells who asks too early to slow down, as GitHub does, and leaves the script where it is.
  public var punishesHaste = true

  public init() {}

  public enum Reply: Sendable {
    case pending
    /// With a new interval in its body, or without one.
    case slowDown(interval: Int?)
    case denied
    case expired
    /// The other spelling, which is in GitHub's prose.
    case tokenExpired
    case incorrectCode
    case unverifiedAddress
    /// The connection ends without an answer.
    case dropped
    /// 502, in HTML
    case serverError
    /// Another error that comes as 200.
    case error(String)
    /// A token; with the scopes that were asked for, or others.
    case granted(scopes: [String]?)
    case answer(Answer)

    public static var success: Reply { .granted(scopes: nil) }
  }

  /// A poll that came.
  public struct Poll: Sendable {
    public var arrived: ContinuousClock.Instant
    /// Since the last one, or since the code was given out.
    public var pause: Duration
    /// That was to be kept.
    public var interval: Duration

    public var wasTooEarly: Bool { pause < interval }
  }
}

/// The codes that were given out, and what came of them.
struct DeviceFlowState: Sendable {
  struct Issue: Sendable {
    var client: String
    var scopes: [String]
    var interval: Duration
    var expires: ContinuousClock.Instant
    var last: ContinuousClock.Instant
  }

  var issues: [String: Issue] = [:]
  var polls: [DeviceFlow.Poll] = []
}
