public import JSON

/// What a server says to a request, and how well it behaves while saying it.
public struct Answer: Sendable {
  public var status: Int
  /// The words behind the status; the usual ones where it is `nil`.
  public var reason: String?
  public var headers: [(String, String)]
  public var body: [UInt8]
  /// Before the head.
  public var delay: Duration
  public var behaviour: Behaviour

  public init(
    status: Int = 200, reason: String? = nil, headers: [(String, String)] = [],
    body: [UInt8] = [], delay: Duration = .zero, behaviour: Behaviour = .normal
  ) {
    self.status = status
    self.reason = reason
    self.headers = headers
    self.body = body
    self.delay = delay
    self.behaviour = behaviour
  }

  public enum Behaviour: Sendable {
    case normal
    /// Closes the connection without a word.
    case dropBeforeHead
    /// The same, by a reset.
    case resetBeforeHead
    /// `Content-Length` says all, and then so many bytes of the body come.
    case dropAfter(bytes: Int)
    /// The body in single bytes.
    case byteByByte(interval: Duration)
    /// The head in single bytes, then the body.
    case headByteByByte(interval: Duration)
    /// Another `Content-Length` than the body has; closes at its end.
    case wrongLength(claimed: Int)
    /// A body of this over and over until the client goes away: in chunks, unless the headers give
    /// a `Content-Length`.
    case endless(chunk: [UInt8])
    /// The head, and no byte of the body.
    case silentAfterHead
    /// The body in chunks.
    case chunked
    /// A good chunk, and then one whose length is no number.
    case badChunks
    /// A good chunk, and then the end of the connection.
    case dropAfterChunk
    /// These bytes instead of all of it; then the connection is closed.
    case raw([UInt8])
    /// No answer, for as long as the client waits.
    case never
    /// Becomes a tunnel to a port of this machine: to the one that the request names, or to
    /// another. The answer is 200 whatever `status` says, or 502 where nobody listens.
    case tunnel(toPort: Int?)
  }
}

extension Answer {
  public static func json(
    _ value: JSONValue, status: Int = 200, headers: [(String, String)] = []
  ) -> Answer {
    json(text: value.text(.compact), status: status, headers: headers)
  }

  /// JSON as it is given, well formed or not.
  public static func json(
    text: String, status: Int = 200, headers: [(String, String)] = []
  ) -> Answer {
    Answer(
      status: status, headers: [("Content-Type", "application/json; charset=utf-8")] + headers,
      body: Array(text.utf8))
  }

  public static func text(
    _ text: String, status: Int = 200, headers: [(String, String)] = []
  ) -> Answer {
    Answer(
      status: status, headers: [("Content-Type", "text/plain; charset=utf-8")] + headers,
      body: Array(text.utf8))
  }

  public static func html(
    _ text: String, status: Int = 200, headers: [(String, String)] = []
  ) -> Answer {
    Answer(
      status: status, headers: [("Content-Type", "text/html; charset=utf-8")] + headers,
      body: Array(text.utf8))
  }

  public static func redirect(to address: String, status: Int = 302) -> Answer {
    Answer(status: status, headers: [("Location", address)])
  }

  public static func status(_ status: Int, headers: [(String, String)] = []) -> Answer {
    Answer(status: status, headers: headers)
  }

  public static func raw(_ bytes: [UInt8]) -> Answer { Answer(behaviour: .raw(bytes)) }

  /// A proxy's, to `CONNECT`.
  public static func tunnel(toPort port: Int? = nil) -> Answer {
    Answer(behaviour: .tunnel(toPort: port))
  }

  public static let never = Answer(behaviour: .never)
  public static let dropped = Answer(behaviour: .dropBeforeHead)

  /// The same, said in another way.
  public func behaving(_ behaviour: Behaviour) -> Answer {
    var answer = self
    answer.behaviour = behaviour
    return answer
  }

  /// The same, later.
  public func delayed(by delay: Duration) -> Answer {
    var answer = self
    answer.delay += delay
    return answer
  }

  /// The same with a field more.
  public func with(_ name: String, _ value: String) -> Answer {
    var answer = self
    answer.headers.append((name, value))
    return answer
  }

  /// The first header of that name.
  public func header(_ name: String) -> String? {
    IncomingRequest.Headers(headers.map { (name: $0.0, value: $0.1) })[name]
  }
}
