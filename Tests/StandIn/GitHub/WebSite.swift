import JSON
import Platform
import Synchronization
import TestSupport

/// The pages of github.com, and the device flow.
struct WebSite {
  let router: RequestRouter
  let request: IncomingRequest

  func answer() -> Answer {
    let parts = request.path.split(separator: "/").map { Percent.decode(path: $0) }
    switch (request.method, parts) {
    case ("POST", ["login", "device", "code"]): return start()
    case ("POST", ["login", "oauth", "access_token"]): return poll()
    case ("GET", _) where parts.count == 3 && parts[0] == "users" && parts[2] == "contributions":
      return contributions(of: parts[1])
    default: return .html("Not Found", status: 404)
    }
  }

  private var world: World { router.world.withLock { $0.value } }

  private func contributions(of login: String) -> Answer {
    guard let account = world.account(login) else { return .text("Not Found", status: 404) }
    let to = request.query("to").flatMap(CivilTime.parse) ?? CivilTime.startOfDay(CivilTime.now)
    let from = request.query("from").flatMap(CivilTime.parse) ?? (to - 365 * 86_400)
    let year = Int(CivilTime.day(from).prefix(4)) ?? 0
    if let bytes = world.pages[login, year] ?? world.pages[login] { return page(bytes) }
    if account.isOrganization { return page(OtherPage.organization(account.login)) }
    var writer = ContributionPageWriter(
      login: account.login, from: CivilTime.day(from), to: CivilTime.day(to),
      counts: world.contributions(of: account.login))
    writer.isLastYear = request.query("from") == nil
    return page(writer.bytes)
  }

  private func page(_ bytes: [UInt8]) -> Answer {
    Answer(headers: [("Content-Type", "text/html; charset=utf-8")], body: bytes)
  }
}

// MARK: Device flow

extension WebSite {
  private func start() -> Answer {
    let form = request.form()
    let client = form["client_id"] ?? ""
    let device = world.device
    guard device.isAvailable else { return .html("Not Found", status: 404) }
    guard device.clients.isEmpty ? !client.isEmpty : device.clients.contains(client) else {
      return encoded(["error": "Not Found"], status: 404)
    }
    if device.isDisabled {
      return failed(
        "device_flow_disabled", "Device Flow must be explicitly enabled for this App", status: 400)
    }
    let scopes = (form["scope"] ?? "").split { $0 == " " || $0 == "," }.map(String.init)
    let code = router.device.withLock { state in
      var chance = Seeded(UInt64(state.issues.count) + 1)
      let code = chance.sha()
      let now = ContinuousClock.now
      state.issues[code] = DeviceFlowState.Issue(
        client: client, scopes: scopes, interval: device.interval,
        expires: now + device.expiration, last: now)
      return code
    }
    return encoded([
      "device_code": .string(code), "user_code": .string(device.userCode),
      "verification_uri": .string("http://\(request.headers["Host"] ?? "127.0.0.1")/login/device"),
      "expires_in": .integer(Int(device.expiration.components.seconds)),
      "interval": device.interval.inSeconds,
    ])
  }

  private func poll() -> Answer {
    let form = request.form()
    let code = form["device_code"] ?? ""
    guard form["grant_type"] == "urn:ietf:params:oauth:grant-type:device_code" else {
      return failed("unsupported_grant_type", "The grant type is not supported.")
    }
    guard var issue = router.device.withLock({ $0.issues[code] }) else {
      return failed("incorrect_device_code", "The device_code provided is not valid.")
    }
    guard issue.client == form["client_id"] else {
      return failed("incorrect_client_credentials", "The client_id is not the code's.")
    }
    let poll = DeviceFlow.Poll(
      arrived: request.arrived, pause: request.arrived - issue.last, interval: issue.interval)
    issue.last = request.arrived
    let isExpired = request.arrived > issue.expires
    let reply: DeviceFlow.Reply =
      isExpired ? .expired : (poll.wasTooEarly ? hasty(issue) : nil) ?? nextReply()
    if case .slowDown(let interval) = reply {
      issue.interval = interval.map { .seconds($0) } ?? (issue.interval + .seconds(5))
    }
    router.device.withLock { [issue] in
      $0.polls.append(poll)
      $0.issues[code] = issue
    }
    return answer(reply, to: issue)
  }

  private func hasty(_ issue: DeviceFlowState.Issue) -> DeviceFlow.Reply? {
    guard world.device.punishesHaste else { return nil }
    return .slowDown(interval: Int(issue.interval.components.seconds) + 5)
  }

  /// Removes the reply from the script, unless it is the last one.
  private func nextReply() -> DeviceFlow.Reply {
    router.world.withLock { world in
      let reply = world.value.device.script.first ?? .pending
      if world.value.device.script.count > 1 { world.value.device.script.removeFirst() }
      return reply
    }
  }

  private func answer(_ reply: DeviceFlow.Reply, to issue: DeviceFlowState.Issue) -> Answer {
    switch reply {
    case .pending:
      failed("authorization_pending", "The authorization request is still pending.")
    case .slowDown(let interval):
      failed(
        "slow_down", "Too many requests have been made in the same timeframe.",
        interval.map { [.init("interval", .integer($0))] } ?? [])
    case .denied: failed("access_denied", "The authorization request was denied.")
    case .expired: failed("expired_token", "This 'device_code' has expired.")
    case .tokenExpired: failed("token_expired", "This 'device_code' has expired.")
    case .incorrectCode:
      failed("incorrect_device_code", "The device_code provided is not valid.")
    case .unverifiedAddress:
      failed("unverified_user_email", "The user must have a verified primary email address.")
    case .error(let code): failed(code, "Something is wrong.")
    case .dropped: .dropped
    case .serverError: .unavailable(status: 502)
    case .answer(let answer): answer
    case .granted(let scopes): granted(scopes ?? issue.scopes)
    }
  }

  /// Grants the account's token, with these scopes from now on.
  private func granted(_ scopes: [String]) -> Answer {
    let token: String? = router.world.withLock { world in
      let login = world.value.device.login
      let index = world.value.accounts.firstIndex {
        login == nil || $0.login.lowercased() == login?.lowercased()
      }
      guard let index else { return nil }
      world.revision += 1
      let known = world.value.accounts[index]
      let token = known.token ?? "gho_\(known.id)" + String(repeating: "D", count: 30)
      world.value.accounts[index].token = token
      world.value.accounts[index].scopes = scopes
      return token
    }
    guard let token else { return failed("access_denied", "There is nobody who could say yes.") }
    return encoded([
      "access_token": .string(token), "token_type": "bearer",
      "scope": .string(scopes.joined(separator: ",")),
    ])
  }

  private func failed(
    _ code: String, _ description: String, _ more: [JSONValue.Member] = [], status: Int = 200
  ) -> Answer {
    let address =
      "https://docs.github.com/developers/apps/authorizing-oauth-apps#error-codes-for-the-device-flow"
    let members = [
      JSONValue.Member("error", .string(code)),
      JSONValue.Member("error_description", .string(description)),
      JSONValue.Member("error_uri", .string(address)),
    ]
    return encoded(.object(members + more), status: status)
  }

  /// JSON, which GitHub sends only to a client that accepts it.
  private func encoded(_ value: JSONValue, status: Int = 200) -> Answer {
    guard request.headers["Accept"]?.contains("json") == true else { return .html("a form") }
    return .json(value, status: status)
  }
}

extension Duration {
  /// An integer if possible.
  fileprivate var inSeconds: JSONValue {
    let (seconds, attoseconds) = components
    return attoseconds == 0 ? .integer(Int(seconds)) : .number(self / .seconds(1))
  }
}
