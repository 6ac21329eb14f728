public import JSON

/// The response to a request, and how the server sends it.
public struct Answer: Sendable {
  public var status: Int
  public var headers: [(String, String)]
  public var body: [UInt8]
  /// The delay before the headers.
  public var delay: Duration = .zero
  public var behavior: Behavior

  public init(
    status: Int = 200, headers: [(String, String)] = [],
    body: [UInt8] = [], behavior: Behavior = .normal
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.behavior = behavior
  }

  public enum Behavior: Sendable {
    case normal
    /// Closes the connection without a response.
    case dropBeforeHead
    /// Resets the connection without a response.
    case resetBeforeHead
    /// Sends the full `Content-Length`, but only this many bytes of the body.
    case dropAfter(bytes: Int)
    /// Sends the body byte by byte.
    case byteByByte(interval: Duration)
    /// Sends the headers byte by byte, then the body.
    case headByteByByte(interval: Duration)
    /// Sends a wrong `Content-Length`, and closes the connection after the body.
    case wrongLength(claimed: Int)
    /// Repeats this body until the client disconnects. It is chunked unless the headers contain a
    /// `Content-Length`.
    case endless(chunk: [UInt8])
    /// Sends the headers and no body.
    case silentAfterHead
    /// Sends the body in chunks.
    case chunked
    /// Sends a valid chunk, then one with an invalid length.
    case badChunks
    /// Sends a valid chunk, then closes the connection.
    case dropAfterChunk
    /// Sends these bytes in place of a response, then closes the connection.
    case raw([UInt8])
    /// Sends nothing for as long as the client waits.
    case never
    /// Opens a tunnel to a port of this machine, by default the requested one. Responds with 200
    /// whatever `status` is, or with 502 if nothing listens on the port.
    case tunnel(toPort: Int?)
  }
}

extension Answer {
  public static func json(
    _ value: JSONValue, status: Int = 200, headers: [(String, String)] = []
  ) -> Answer {
    json(text: value.text(.compact), status: status, headers: headers)
  }

  /// JSON as given, valid or not.
  public static func json(
    text: String, status: Int = 200, headers: [(String, String)] = []
  ) -> Answer {
    typed("application/json", text, status, headers)
  }

  public static func text(
    _ text: String, status: Int = 200, headers: [(String, String)] = []
  ) -> Answer {
    typed("text/plain", text, status, headers)
  }

  public static func html(
    _ text: String, status: Int = 200, headers: [(String, String)] = []
  ) -> Answer {
    typed("text/html", text, status, headers)
  }

  private static func typed(
    _ type: String, _ text: String, _ status: Int, _ headers: [(String, String)]
  ) -> Answer {
    Answer(
      status: status, headers: [("Content-Type", "\(type); charset=utf-8")] + headers,
      body: Array(text.utf8))
  }

  public static func redirect(to address: String, status: Int = 302) -> Answer {
    Answer(status: status, headers: [("Location", address)])
  }

  public static func status(_ status: Int, headers: [(String, String)] = []) -> Answer {
    Answer(status: status, headers: headers)
  }

  public static func raw(_ bytes: [UInt8]) -> Answer { Answer(behavior: .raw(bytes)) }

  /// The response of a proxy to `CONNECT`.
  public static func tunnel(toPort port: Int? = nil) -> Answer {
    Answer(behavior: .tunnel(toPort: port))
  }

  public static let never = Answer(behavior: .never)
  public static let dropped = Answer(behavior: .dropBeforeHead)

  /// A copy with another behavior.
  public func behaving(_ behavior: Behavior) -> Answer { changed { $0.behavior = behavior } }

  /// A copy that is sent after a delay.
  public func delayed(by delay: Duration) -> Answer { changed { $0.delay += delay } }

  /// A copy with an additional header.
  public func with(_ name: String, _ value: String) -> Answer {
    changed { $0.headers.append((name, value)) }
  }

  private func changed(_ change: (inout Answer) -> Void) -> Answer {
    var answer = self
    change(&answer)
    return answer
  }

  /// The first header with this name.
  public func header(_ name: String) -> String? {
    IncomingRequest.Headers(headers.map { (name: $0.0, value: $0.1) })[name]
  }
}
