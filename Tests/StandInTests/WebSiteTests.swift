import JSON
import StandIn
import Testing

@Suite struct WebSiteTests {
  private static let grant = "&grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code"

  private func standIn(_ script: [DeviceFlow.Reply]) throws -> GitHubStandIn {
    var world = World.small()
    world.accounts[0].token = nil
    world.device.script = script
    world.device.interval = .zero
    return try GitHubStandIn(world)
  }

  private func start(_ standIn: GitHubStandIn) throws -> String {
    let reply = try Visitor(standIn, token: nil).post(
      "/login/device/code", "client_id=abc&scope=repo%20read%3Auser")
    return try #require(reply.json?["device_code"]?.string)
  }

  private func poll(_ standIn: GitHubStandIn, _ code: String) throws -> JSONValue? {
    try Visitor(standIn, token: nil).post(
      "/login/oauth/access_token", "client_id=abc&device_code=\(code)" + Self.grant
    ).json
  }

  @Test func `starts a login with a code`() throws {
    let standIn = try standIn([.success])
    standIn.change { $0.device.interval = .seconds(5) }
    let json = try Visitor(standIn, token: nil).post(
      "/login/device/code", "client_id=abc&scope=repo"
    ).json
    #expect(json?["user_code"] == "WDJB-MJHT")
    #expect(json?["verification_uri"] == .string("\(standIn.webURL)/login/device"))
    #expect(json?["expires_in"] == 900)
    #expect(json?["interval"] == 5)
    let form = try Visitor(standIn, token: nil).post(
      "/login/device/code", "client_id=abc", accept: "*/*")
    #expect(form["Content-Type"] == "application/x-www-form-urlencoded; charset=utf-8")
    #expect(form.text.contains("&user_code=WDJB-MJHT&verification_uri=http%3A%2F%2F"))
    #expect(try Visitor(standIn, token: nil).ask("GET", "/login/device").status == 200)
  }

  @Test func `answers polls from the script`() throws {
    let standIn = try standIn([
      .pending, .pending, .slowDown(interval: nil), .error("odd"), .success,
    ])
    // The script is what is tried here, and not the pace.
    standIn.change { $0.device.punishesHaste = false }
    let code = try start(standIn)
    let errors = try (0..<4).map { _ in try poll(standIn, code)?["error"] }
    #expect(errors == ["authorization_pending", "authorization_pending", "slow_down", "odd"])
    let granted = try poll(standIn, code)
    let token = try #require(granted?["access_token"]?.string)
    #expect(granted?["token_type"] == "bearer")
    #expect(granted?["scope"] == "repo,read:user")
    #expect(try Visitor(standIn, token: token).get("/user").json?["login"] == "octocat")
    #expect(standIn.polls.count == 5)
    #expect(standIn.polls[3].interval == .seconds(5))
    #expect(standIn.polls[3].wasTooEarly)
  }

  @Test func `may grant fewer scopes than requested`() throws {
    let standIn = try standIn([.granted(scopes: [])])
    let granted = try poll(standIn, start(standIn))
    #expect(granted?["scope"] == "")
    let token = try #require(granted?["access_token"]?.string)
    #expect(try Visitor(standIn, token: token).get("/user")["X-OAuth-Scopes"] == "")
  }

  @Test func `returns each error code`() throws {
    for (reply, word) in [
      (DeviceFlow.Reply.denied, "access_denied"), (.expired, "expired_token"),
      (.tokenExpired, "token_expired"), (.incorrectCode, "incorrect_device_code"),
      (.unverifiedAddress, "unverified_user_email"),
    ] {
      let standIn = try standIn([reply])
      #expect(try poll(standIn, start(standIn))?["error"] == .string(word))
    }
    let standIn = try standIn([.success])
    #expect(try poll(standIn, "none")?["error"] == "incorrect_device_code")
    let other = try Visitor(standIn).post("/login/oauth/access_token", "grant_type=x")
    #expect(other.json?["error"] == "unsupported_grant_type")
  }

  @Test func `can drop the connection during a login`() throws {
    let standIn = try standIn([.dropped, .serverError, .success])
    let code = try start(standIn)
    let form = "client_id=abc&device_code=\(code)" + Self.grant
    let client = try RawClient(standIn.server.port)
    #expect(client.ask("POST", "/login/oauth/access_token", body: form) == nil)
    let visitor = Visitor(standIn)
    #expect(try visitor.post("/login/oauth/access_token", form).status == 502)
    #expect(try visitor.post("/login/oauth/access_token", form).json?["access_token"] != nil)
  }

  @Test func `slows down early polls`() throws {
    let standIn = try standIn([.success])
    standIn.change { $0.device.interval = .seconds(1000) }
    let reply = try poll(standIn, start(standIn))
    #expect(reply?["error"] == "slow_down")
    #expect(reply?["interval"] == 1005)
    #expect(standIn.polls.map(\.wasTooEarly) == [true])
  }

  @Test func `expires a code`() throws {
    let standIn = try standIn([.success])
    standIn.change { $0.device.expiration = .zero }
    #expect(try poll(standIn, start(standIn))?["error"] == "expired_token")
  }

  @Test func `can disable the device flow`() throws {
    let standIn = try standIn([.success])
    func begin() throws -> RawClient.Reply {
      try Visitor(standIn).post("/login/device/code", "client_id=abc")
    }
    standIn.change { $0.device.clients = ["known"] }
    #expect(try begin().status == 404)
    standIn.change { $0.device.clients = ["abc"] }
    #expect(try begin().status == 200)
    standIn.change { $0.device.isDisabled = true }
    #expect(try begin().status == 400)
    #expect(try begin().json?["error"] == "device_flow_disabled")
    standIn.change { $0.device.isAvailable = false }
    #expect(try begin().status == 404)
  }

  @Test func `serves a contribution page`() throws {
    var world = World.small(commits: 0)
    world.contributions["octocat"] = ["2024-02-29": 3, "2024-12-31": 1]
    world.pages["octocat", 2023] = Array("my own page".utf8)
    let standIn = try GitHubStandIn(world)
    let nobody = Visitor(standIn, token: nil)
    let address = "/users/octocat/contributions"
    let page = try nobody.ask("GET", "\(address)?from=2024-01-01&to=2024-12-31")
    #expect(page.status == 200)
    #expect(page["ETag"] == nil)
    #expect(page.text.components("ContributionCalendar-day\"") == 366)
    #expect(page.text.contains("3 contributions on February 29th."))
    #expect(page.text.contains("1 contribution on December 31st."))
    #expect(page.text.contains("No contributions on January 2nd."))
    #expect(page.text.contains("data-date=\"2024-02-29\""))
    let given = try nobody.ask("GET", "\(address)?from=2023-01-01&to=2023-12-31")
    #expect(given.text == "my own page")
    #expect(try nobody.ask("GET", "/users/nobody/contributions").status == 404)
  }

  @Test(arguments: ContributionPageWriter.Era.allCases)
  func `serves each page format`(_ era: ContributionPageWriter.Era) throws {
    var world = World.small(commits: 0)
    world.contributions["octocat"] = ["2024-02-29": 1234]
    world.era = era
    let nobody = Visitor(try GitHubStandIn(world), token: nil)
    let page = try nobody.ask("GET", "/users/octocat/contributions?from=2024-01-01&to=2024-12-31")
    #expect(page.text.components("data-date=\"") == 366)
    let cell = era == .e4 || era == .e5 ? "<td data-date" : "<rect class"
    #expect(page.text.components(cell) == 366)
    let count = [.e1a, .e1b, .e2].contains(era) ? "data-count=\"1234\"" : "1,234 contributions"
    #expect(page.text.contains(count))
  }

  @Test func `serves other pages in place of a year`() throws {
    var world = World.small(commits: 0)
    world.accounts.append(World.Account("github", id: 9919))
    world.accounts[world.accounts.count - 1].isOrganization = true
    world.pages["octocat"] = Array("every year".utf8)
    world.pages["octocat", 2023] = Array("this year".utf8)
    let standIn = try GitHubStandIn(world)
    let nobody = Visitor(standIn, token: nil)
    func page(_ login: String, _ year: Int) throws -> RawClient.Reply {
      try nobody.ask("GET", "/users/\(login)/contributions?from=\(year)-01-01&to=\(year)-12-31")
    }
    #expect(try page("Octocat", 2023).text == "this year")
    #expect(try page("octocat", 2024).text == "every year")
    #expect(try page("github", 2024).text.contains("content=\"organization:9919\""))
    standIn.next(matching: "/users/", do: .tooManyRequests(retryAfter: 7))
    let refusal = try page("octocat", 2024)
    #expect(refusal.status == 429)
    #expect(refusal["Retry-After"] == "7")
  }
}

extension String {
  /// How often it has `part` in it.
  fileprivate func components(_ part: String) -> Int { ranges(of: part).count }
}
