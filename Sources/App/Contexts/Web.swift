public import GitHub
public import HTTP
import Localization
public import Platform
import Weather

/// What is on the other side of the network. Nothing is asked where that was ruled out.
public struct Web: Sendable {
  /// As servers see it.
  static let userAgent = "commitdiary/\(Version.current)"

  public let environment: Environment
  public let isOffline: Bool
  /// Makes what sends requests.
  public let transport: @Sendable () -> any HTTPTransport

  init(
    environment: Environment, isOffline: Bool,
    transport: @escaping @Sendable () -> any HTTPTransport
  ) {
    self.environment = environment
    self.isOffline = isOffline
    self.transport = transport
  }

  /// Requests by libcurl, each of them told to `trace` where there is one.
  init(
    environment: Environment, isOffline: Bool, trace: (@Sendable (HTTPTrace) -> Void)?
  ) {
    self.init(environment: environment, isOffline: isOffline) {
      CurlTransport(environment: environment, userAgent: Self.userAgent, trace: trace)
    }
  }

  func requireNetwork() throws(AccountError) {
    if isOffline { throw .offline }
  }

  /// The host of this name, at the address that the environment gives it.
  public func host(_ name: String) throws(HostError) -> GitHubHost {
    try GitHubHost(name, environment: environment)
  }

  /// A client for the host of the credential, or for github.com without one.
  public func gitHub(
    _ credential: Credential?, options: ClientOptions,
    observer: ClientObserver = ClientObserver()
  ) throws -> GitHubClient {
    try requireNetwork()
    return GitHubClient(
      host: try credential?.host ?? host("github.com"), token: credential?.token,
      transport: transport(), options: options, observer: observer)
  }

  /// A client that shows no token.
  func visitor(_ host: GitHubHost, retryPolicy: RetryPolicy) -> GitHubClient {
    GitHubClient(
      host: host, token: nil, transport: transport(), options: .init(retryPolicy: retryPolicy))
  }

  func weatherAddresses() throws -> WeatherAddresses { try WeatherAddresses(environment) }
}
