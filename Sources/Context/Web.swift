import Diary
package import GitHub
package import HTTP
package import Localization
import Platform
package import Weather

/// Access to the network. Every request throws if `--offline` was given.
package struct Web: Sendable {
  static let userAgent = "commitdiary/\(Version.current)"

  let environment: Environment
  let isOffline: Bool
  /// Creates the transport that sends requests.
  package let transport: @Sendable () -> any HTTPTransport
  /// The clock for waits between requests.
  package internal(set) var clock: any MonotonicClock = SystemMonotonicClock()

  package func requireNetwork() throws(Explanation) {
    if isOffline { throw .offline }
  }

  /// The host with this name, at the address that the environment may override.
  package func host(_ name: String) throws(HostError) -> GitHubHost {
    try GitHubHost(name, environment: environment)
  }

  /// The URL of a page, with `COMMITDIARY_WEB_URL` in place of github.com if it is set.
  package func address(of page: String) throws(HostError) -> String {
    let prefix = "https://\(Account.defaultHost)/"
    guard page.hasPrefix(prefix) else { return page }
    return "\(try host(Account.defaultHost).webURL)/\(page.dropFirst(prefix.count))"
  }

  /// A client for the host of the credential, or for github.com without a credential.
  package func gitHub(
    _ credential: Credential?, options: ClientOptions,
    observer: ClientObserver = ClientObserver()
  ) throws -> GitHubClient {
    try requireNetwork()
    return GitHubClient(
      host: try credential?.host ?? host(Account.defaultHost), token: credential?.token,
      transport: transport(), options: options, observer: observer, clock: clock)
  }

  /// A client without a token.
  package func anonymousClient(_ host: GitHubHost, retryPolicy: RetryPolicy) -> GitHubClient {
    GitHubClient(
      host: host, token: nil, transport: transport(), options: .init(retryPolicy: retryPolicy),
      clock: clock)
  }

  package func weatherAddresses() throws -> WeatherAddresses { try WeatherAddresses(environment) }
}

extension Web {
  /// Sends requests with libcurl, and reports each of them to `trace`.
  init(
    environment: Environment, isOffline: Bool, trace: (@Sendable (HTTPTrace) -> Void)?
  ) {
    self.init(environment: environment, isOffline: isOffline) {
      CurlTransport(environment: environment, userAgent: Self.userAgent, trace: trace)
    }
  }
}
