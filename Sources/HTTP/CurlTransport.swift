public import Platform

/// Sends HTTP requests with libcurl, which is loaded for the first request.
public final class CurlTransport: HTTPTransport {
  private let thread: TransferThread
  private let settings: ConnectionSettings
  private let trace: (@Sendable (HTTPTrace) -> Void)?

  /// - Parameters:
  ///   - environment: The variables that name proxies and certificates.
  ///   - trace: Called once for every request after it was answered or has failed, by the task that
  ///     sent it.
  public init(
    environment: Environment, userAgent: String, trace: (@Sendable (HTTPTrace) -> Void)? = nil
  ) {
    settings = ConnectionSettings(environment)
    thread = TransferThread(settings: settings, userAgent: userAgent)
    self.trace = trace
  }

  /// Returns after the thread has ended and all connections are closed.
  deinit { thread.close() }

  public func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    var chain = try RedirectChain(request)
    let deadline = request.wholeDeadline.map {
      HTTPStep.Deadline(instant: .now + $0, duration: $0)
    }
    while true {
      var step = HTTPStep(request, along: chain)
      step.proxy = settings.proxy(to: chain.address)
      step.wholeDeadline = deadline
      let answer = try await traced(step).get()
      guard step.followsRedirects,
        RedirectChain.isRedirect(status: answer.status, headers: answer.headers)
      else {
        return HTTPResponse(
          status: answer.status, headers: answer.headers, body: answer.body,
          url: chain.address.text)
      }
      try chain.follow(status: answer.status, headers: answer.headers)
    }
  }

  private func traced(_ step: HTTPStep) async -> Result<HTTPStep.Answer, HTTPError> {
    let start = ContinuousClock.now
    let report = await thread.run(step)
    trace?(
      HTTPTrace(
        method: step.method, url: step.address.text, status: try? report.result.get().status,
        bytes: report.bytes, duration: start.duration(to: .now),
        isConnectionReused: report.isConnectionReused, version: report.version))
    return report.result
  }
}

extension HTTPStep {
  /// Headers that the transport sets itself.
  private static let reserved: Set = [
    "accept-encoding", "authorization", "connection", "content-length", "expect", "host",
    "proxy-authorization", "transfer-encoding",
  ]

  /// Creates the next step of a request that was redirected along `chain`.
  init(_ request: HTTPRequest, along chain: RedirectChain) {
    let fields = request.headers.fields.filter { field in
      let isAboutBody = field.name == "content-type"
      return !HTTPStep.reserved.contains(field.name) && (chain.carriesBody || !isAboutBody)
    }
    var lines = fields.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
    if chain.carriesAuthorization, let authorization = request.authorization {
      lines.append("authorization: \(authorization.value)")
    }
    self.init(
      method: chain.method, address: chain.address, headerLines: lines,
      body: chain.carriesBody ? request.body : [], bodyLimit: request.bodyLimit,
      connectDeadline: request.connectDeadline, silenceDeadline: request.silenceDeadline,
      followsRedirects: request.followsRedirects, isSentOnce: request.isSentOnce)
  }
}
