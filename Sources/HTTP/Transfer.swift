import CCurl
import Diary
import Platform

/// A running step. It is used only on the thread of its transport.
final class Transfer {
  private let queued: QueuedStep
  let exchange: OpaquePointer
  var step: HTTPStep { queued.step }
  var cancellation: HTTPStep.Cancellation { queued.cancellation }

  private var head = HeaderParser()
  private var body: [UInt8] = []
  private var bodySize = 0
  /// The reason why a callback has stopped the transfer.
  private var stopReason: HTTPError?

  private let start = ContinuousClock.now
  private var lastActivity = ContinuousClock.now
  /// The number of bytes at the last check.
  private var lastByteCount: Int64 = 0

  /// `nil` if libcurl cannot allocate a handle.
  init?(_ queued: QueuedStep, settings: ConnectionSettings, userAgent: String) {
    guard let exchange = diary_curl_exchange_new() else { return nil }
    self.queued = queued
    self.exchange = exchange
    configure(settings, userAgent: userAgent)
  }

  deinit { diary_curl_exchange_free(exchange) }

  private func configure(_ settings: ConnectionSettings, userAgent: String) {
    set(.url, step.address.text)
    set(.agent, userAgent)
    if let proxy = step.proxy { set(.proxy, proxy) }
    set(.exceptions, settings.exceptions)
    if let file = settings.certificateFile { set(.authorities, file) }
    if let folder = settings.certificateFolder { set(.folder, folder) }
    for line in step.headerLines { diary_curl_exchange_add_header(exchange, line) }
    if step.method == .post {
      step.body.withUnsafeBufferPointer {
        diary_curl_exchange_set_body(exchange, $0.baseAddress, $0.count)
      }
    }
    if step.address.scheme == .https { diary_curl_exchange_allow_sharing(exchange) }
    if step.request.isSentOnce { diary_curl_exchange_send_once(exchange) }
    // libcurl treats 0 as its default of five minutes.
    let milliseconds = max(step.request.connectDeadline.wholeMilliseconds(atMost: 1_000_000_000), 1)
    diary_curl_exchange_set_connect_deadline(exchange, Int64(milliseconds))
    diary_curl_exchange_set_receivers(
      exchange, Unmanaged.passUnretained(self).toOpaque(),
      { Transfer.at($0).receiveHead(UnsafeBufferPointer(start: $1, count: $2)) },
      { Transfer.at($0).receiveBody(UnsafeBufferPointer(start: $1, count: $2)) })
  }

  private func set(_ which: diary_curl_text, _ text: String) {
    diary_curl_exchange_set_text(exchange, which, text)
  }

  /// The transfer that was passed to libcurl as `context`.
  static func at(_ context: UnsafeMutableRawPointer) -> Transfer {
    Unmanaged.fromOpaque(context).takeUnretainedValue()
  }
}

extension Transfer {
  private func receiveHead(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    if head.read(line) {
      // Only a complete header counts as activity. A server that sends one byte at a time would
      // otherwise never time out.
      if head.isComplete { lastActivity = .now }
      return true
    }
    stopReason = .malformed(host: step.address.host, detail: "header")
    return false
  }

  private func receiveBody(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    lastActivity = .now
    guard bytes.count <= step.request.bodyLimit - bodySize else {
      stopReason = .tooLarge(host: step.address.host, limit: step.request.bodyLimit)
      return false
    }
    bodySize += bytes.count
    if !isRedirected { body += bytes }
    return true
  }

  private var isRedirected: Bool {
    step.request.followsRedirects
      && RedirectChain.isRedirect(status: head.status, headers: head.headers)
  }
}

// MARK: Deadlines

extension Transfer {
  /// The time of the next deadline check.
  var deadline: ContinuousClock.Instant {
    let silence = lastActivity + step.request.silenceDeadline
    return step.wholeDeadline.map { min($0.instant, silence) } ?? silence
  }

  /// The error of a deadline that has passed.
  func overdue(at now: ContinuousClock.Instant) -> HTTPError? {
    let host = step.address.host
    if let whole = step.wholeDeadline, now >= whole.instant {
      return .timedOut(host: host, after: whole.duration)
    }
    guard now >= lastActivity + step.request.silenceDeadline else { return nil }
    updateActivity(at: now)
    guard now >= lastActivity + step.request.silenceDeadline else { return nil }
    return .timedOut(host: host, after: step.request.silenceDeadline)
  }

  /// Records activity that no callback reports: connecting, which has a deadline of its own,
  /// sending a body, and compressed bytes that cannot be decompressed yet. Bytes of an incomplete
  /// header do not count.
  private func updateActivity(at now: ContinuousClock.Instant) {
    let facts = diary_curl_exchange_facts(exchange)
    let count = (head.isComplete ? facts.received : 0) + facts.sent
    if facts.connected_after == 0 || count != lastByteCount {
      lastActivity = now
    } else {
      lastActivity = max(lastActivity, start + .microseconds(facts.connected_after))
    }
    lastByteCount = count
  }
}

// MARK: Ending

extension Transfer {
  func end(_ outcome: diary_curl_outcome, detail: String) {
    end(result(of: outcome, detail: detail))
  }

  func end(_ result: Result<HTTPResponse, HTTPError>) {
    let facts = diary_curl_exchange_facts(exchange)
    queued.continuation.resume(
      returning: HTTPStep.Report(
        result: result, bytes: Int(clamping: facts.received), isConnectionReused: facts.is_reused,
        version: String(cString: facts.version)))
  }

  private func result(
    of outcome: diary_curl_outcome, detail: String
  ) -> Result<HTTPResponse, HTTPError> {
    let host = step.address.host
    switch outcome {
    case .done:
      guard head.isComplete else { return .failure(.droppedMidway(host: host)) }
      return .success(
        HTTPResponse(
          status: head.status, headers: head.headers, body: body, url: step.address.text))
    case .stopped:
      return .failure(stopReason ?? .malformed(host: host, detail: detail))
    case .misaddressed:
      return .failure(.badAddress(step.address.text))
    case .late:
      return .failure(.timedOut(host: host, after: step.request.connectDeadline))
    case .untrusted:
      return .failure(.certificate(host: host, detail: detail))
    case .dropped:
      return .failure(.droppedMidway(host: host))
    case .malformed:
      return .failure(.malformed(host: host, detail: detail))
    case .unreachable:
      // Errors name the host in front of curl's words.
      let parts = detail.split(separator: ": ").filter { !$0.contains(host) }
      return .failure(
        .unreachable(host: host, detail: parts.isEmpty ? detail : parts.joined(separator: ": ")))
    }
  }
}
