/// The behavior of the device flow.
public struct DeviceFlow: Sendable {
  /// The known client ids. If empty, every id is accepted.
  public var clients: Set<String> = []
  /// Whether the server has a device flow. If not, it responds with 404.
  public var isAvailable = true
  /// Whether the owner of the application has disabled the flow. The server then responds with 400.
  public var isDisabled = false
  public var interval: Duration = .seconds(5)
  public var expiration: Duration = .seconds(900)
  public var userCode = "WDJB-MJHT"
  /// The login of the account that approves; `nil` for the first account.
  public var login: String?
  /// The replies to the polls, in order. The last one is repeated.
  public var script: [Reply] = [.success]
  /// Whether a poll that comes too early gets `slow_down`, as on GitHub. Such a poll does not
  /// consume a reply.
  public var punishesHaste = true

  public init() {}

  public enum Reply: Sendable {
    case pending
    /// The new interval is optional.
    case slowDown(interval: Int?)
    case denied
    case expired
    /// The other spelling, which GitHub's documentation uses.
    case tokenExpired
    case incorrectCode
    case unverifiedAddress
    /// The connection is closed without a response.
    case dropped
    /// 502 with an HTML page.
    case serverError
    /// Another error code, with status 200.
    case error(String)
    /// A token with these scopes; `nil` for those that were requested.
    case granted(scopes: [String]?)
    case answer(Answer)

    public static var success: Reply { .granted(scopes: nil) }
  }

  /// A poll that was received.
  public struct Poll: Sendable {
    public var arrived: ContinuousClock.Instant
    /// The time since the last poll, or since the code was issued.
    public var pause: Duration
    /// The interval that was required.
    public var interval: Duration

    public var wasTooEarly: Bool { pause < interval }
  }
}

/// The codes that were issued, and their state.
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
