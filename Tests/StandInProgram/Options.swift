import StandIn

/// The options on the command line.
struct Options {
  var repositories = 200
  var commits = 100
  var token: String?
  var latency: Duration = .zero
  /// Whether all commits are by the account.
  var isAlone = false
  /// The current time of Open-Meteo; `nil` for the time of this machine.
  var now: Int?

  static let usage = """
    github-stand-in [--repositories N] [--commits N] [--latency MS] [--token T] [--alone]
                    [--now 2026-11-21T08:00:00Z]
    """

  struct Misunderstood: Error { var word: String }

  init(_ arguments: ArraySlice<String>) throws(Misunderstood) {
    var rest = arguments
    while let word = rest.popFirst() {
      if word == "--alone" {
        isAlone = true
      } else {
        guard let value = rest.popFirst(), set(word, value) else { throw Misunderstood(word: word) }
      }
    }
  }

  /// Returns whether the option and its value are valid.
  private mutating func set(_ option: String, _ value: String) -> Bool {
    if option == "--token" {
      token = value
      return true
    }
    if option == "--now" {
      now = CivilTime.parse(value)
      return now != nil
    }
    guard let number = Int(value), number >= 0 else { return false }
    switch option {
    case "--repositories": repositories = number
    case "--commits": commits = number
    case "--latency": latency = .milliseconds(number)
    default: return false
    }
    return true
  }

  var world: World {
    var world = World.sample(repositories: repositories, commitsEach: commits)
    if let token { world.accounts[0].token = token }
    guard isAlone else { return world }
    for repository in world.repositories.indices {
      for commit in world.repositories[repository].commits.indices {
        world.repositories[repository].commits[commit].author.login = "octocat"
      }
    }
    return world
  }
}
