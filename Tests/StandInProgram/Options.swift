import StandIn

/// The options on the command line.
struct Options {
  var repositories = 200
  var commits = 100
  var seed: UInt64 = 1
  var account = "octocat"
  var token: String?
  var latency: Duration = .zero
  var interval: Duration = .seconds(5)
  var usesCursors = false
  /// Whether all commits are by the account.
  var isAlone = false
  /// Whether the account has pull requests and issues, on the days up to `now`.
  var hasItems = false
  var script: [DeviceFlow.Reply] = [.success]
  var era = ContributionPageWriter.Era.e5
  /// Contribution pages that are served unchanged, by login.
  var pages: [(login: String, file: String)] = []
  /// Files with merged pull requests: see `PullRequestFile`.
  var pullRequests: [String] = []
  /// The current time of the weather services; `nil` for the time of this machine.
  var now: Int?

  static let usage = """
    github-stand-in [--repositories N] [--commits N] [--latency MS] [--seed S] [--account LOGIN]
                    [--token T] [--interval SECONDS] [--cursors] [--alone] [--items]
                    [--era e1a|e1b|e2|e3|e4|e5] [--page LOGIN=FILE]…
                    [--pull-request FILE]…
                    [--now 2026-11-21T08:00:00Z]
                    [--device-script pending,slow_down,slow_down=7,drop,error,denied,expired,success]
    """

  struct Misunderstood: Error { var word: String }

  init(_ arguments: ArraySlice<String>) throws(Misunderstood) {
    var rest = arguments
    while let word = rest.popFirst() {
      switch word {
      case "--cursors":
        usesCursors = true
        continue
      case "--items":
        hasItems = true
        continue
      case "--alone":
        isAlone = true
        continue
      default: break
      }
      guard let value = rest.popFirst(), set(word, value) else {
        throw Misunderstood(word: word)
      }
    }
  }

  /// Returns whether the option and its value are valid.
  private mutating func set(_ option: String, _ value: String) -> Bool {
    switch option {
    case "--account": account = value
    case "--token": token = value
    case "--device-script":
      let replies = value.split(separator: ",").map { Options.reply(String($0)) }
      guard replies.allSatisfy({ $0 != nil }), !replies.isEmpty else { return false }
      script = replies.compactMap { $0 }
    case "--era":
      guard let named = ContributionPageWriter.Era(rawValue: value) else { return false }
      era = named
    case "--now":
      guard let time = CivilTime.parse(value) else { return false }
      now = time
    case "--pull-request": pullRequests.append(value)
    case "--page":
      let parts = value.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { return false }
      pages.append((parts[0], parts[1]))
    case "--seed":
      guard let number = UInt64(value) else { return false }
      seed = number
    default:
      guard let number = Int(value), number >= 0 else { return false }
      switch option {
      case "--repositories": repositories = number
      case "--commits": commits = number
      case "--latency": latency = .milliseconds(number)
      case "--interval": interval = .seconds(number)
      default: return false
      }
    }
    return true
  }

  private static func reply(_ word: String) -> DeviceFlow.Reply? {
    let parts = word.split(separator: "=")
    switch parts.first {
    case "pending": return .pending
    case "slow_down": return .slowDown(interval: parts.count > 1 ? Int(parts[1]) : nil)
    case "drop": return .dropped
    case "error": return .serverError
    case "denied": return .denied
    case "expired": return .expired
    case "success": return .success
    default: return nil
    }
  }

  var world: World {
    var world =
      if let token {
        World.sample(
          repositories: repositories, commitsEach: commits, seed: seed, login: account,
          token: token)
      } else {
        World.sample(
          repositories: repositories, commitsEach: commits, seed: seed, login: account)
      }
    world.device.script = script
    world.device.interval = interval
    world.era = era
    world.paging = usesCursors ? .cursors : .numbers
    if isAlone { takeEverything(in: &world) }
    if hasItems { addItems(to: &world) }
    return world
  }

  private func addItems(to world: inout World) {
    guard let repository = world.repositories.first?.fullName else { return }
    let today = (now ?? CivilTime.now) / 86_400 * 86_400
    world.items = [
      World.Item(
        repository, 41, "Cache the index", isPullRequest: true, by: account, at: today - 80_000,
        merged: .init("hubot", at: today + 1_200)),
      World.Item(
        repository, 42, "Correct the parser of dates", isPullRequest: true, by: "hubot",
        at: today - 200_000, merged: .init(account, at: today + 3_000),
        reviews: [.init(account, at: today + 2_000)]),
      World.Item(
        repository, 43, "주간 보고서 정리", isPullRequest: true, by: account, at: today + 4_000),
      World.Item(
        repository, 40, "Dates before 1970 are wrong", isPullRequest: false, by: account,
        at: today - 90_000, closed: .init(account, at: today + 3_100)),
    ]
  }

  private func takeEverything(in world: inout World) {
    for repository in world.repositories.indices {
      for commit in world.repositories[repository].commits.indices {
        world.repositories[repository].commits[commit].author.login = account
      }
    }
  }
}
