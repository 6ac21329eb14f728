import Platform

/// A client's connection, from the first request to the last.
struct Connection {
  let socket: Socket
  let number: Int
  let answering: @Sendable (IncomingRequest) -> Answer
  let log: Watched<ServerLog>

  /// How the connection ended.
  enum End { case byClient, byServer, byReset }

  func serve() -> End {
    var reader = RequestReader(socket: socket, connection: number)
    while true {
      switch reader.next() {
      case .ended: return .byClient
      case .malformed:
        _ = socket.send("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n".utf8)
        return .byServer
      case .request(let request):
        log.change { $0.requests.append(request) }
        let answer = answering(request)
        if case .tunnel(let port) = answer.behavior {
          return tunnel(request, to: port, sending: reader.takeRest())
        }
        let wantsEnd =
          request.headers["Connection"]?.lowercased() == "close"
          || answer.header("Connection")?.lowercased() == "close"
        if let end = say(answer, to: request) { return end }
        log.change { $0.answers += 1 }
        if wantsEnd { return .byServer }
      }
    }
  }

  /// Sends a response. Returns how the connection ended, if it did.
  private func say(_ answer: Answer, to request: IncomingRequest) -> End? {
    if answer.delay > .zero, !socket.pause(answer.delay) { return .byClient }
    let hasBody = request.method != "HEAD" && ![204, 304].contains(answer.status)
    let body = hasBody ? answer.body : []
    switch answer.behavior {
    case .normal:
      return socket.send(answer.head(length: answer.body.count), moreFollows: !body.isEmpty)
        && socket.send(body) ? nil : .byClient
    case .dropBeforeHead, .tunnel:
      return .byServer
    case .resetBeforeHead:
      socket.resetWhenClosed()
      return .byReset
    case .dropAfter(let count):
      return ending(
        socket.send(answer.head(length: answer.body.count)) && socket.send(body.prefix(count)))
    case .byteByByte(let interval):
      return socket.send(answer.head(length: answer.body.count)) && drip(body, interval)
        ? nil : .byClient
    case .headByteByByte(let interval):
      return drip(answer.head(length: answer.body.count), interval) && socket.send(body)
        ? nil : .byClient
    case .wrongLength(let claimed):
      return ending(socket.send(answer.head(length: claimed)) && socket.send(body))
    case .endless(let chunk):
      return repeating(chunk, answer)
    case .silentAfterHead:
      return ending(socket.send(answer.head(length: answer.body.count)) && socket.pause(nil))
    case .chunked:
      let pieces = stride(from: 0, to: body.count, by: 1000).map {
        Self.chunk(body[$0..<min($0 + 1000, body.count)])
      }
      return socket.send(answer.head(length: nil)) && pieces.allSatisfy { socket.send($0) }
        && socket.send("0\r\n\r\n".utf8) ? nil : .byClient
    case .badChunks:
      return ending(
        socket.send(answer.head(length: nil)) && socket.send(Self.chunk(body[...]))
          && socket.send("not a length\r\n".utf8))
    case .dropAfterChunk:
      return ending(socket.send(answer.head(length: nil)) && socket.send(Self.chunk(body[...])))
    case .raw(let bytes):
      return ending(socket.send(bytes))
    case .never:
      return ending(socket.pause(nil))
    }
  }

  private func ending(_ isThere: Bool) -> End { isThere ? .byServer : .byClient }

  private func drip(_ bytes: [UInt8], _ interval: Duration) -> Bool {
    bytes.allSatisfy { byte in
      socket.send([byte]) && (interval == .zero || socket.pause(interval))
    }
  }

  private func repeating(_ chunk: [UInt8], _ answer: Answer) -> End {
    let isCounted = answer.header("Content-Length") != nil
    guard socket.send(answer.head(length: nil)) else { return .byClient }
    let piece = isCounted ? chunk : Self.chunk(chunk[...])
    guard !piece.isEmpty else { return .byServer }
    while socket.send(piece) {}
    return .byClient
  }

  private static func chunk(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    Array((String(bytes.count, radix: 16) + "\r\n").utf8) + bytes + Array("\r\n".utf8)
  }

  /// Connects to the requested port and forwards data in both directions.
  private func tunnel(_ request: IncomingRequest, to port: Int?, sending rest: [UInt8]) -> End {
    let named = request.target.split(separator: ":").last.flatMap { Int($0) }
    guard let port = port ?? named, let other = try? Socket.connected(toPort: port) else {
      _ = socket.send("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n".utf8)
      return .byServer
    }
    guard socket.send("HTTP/1.1 200 Connection established\r\n\r\n".utf8), other.send(rest) else {
      return .byClient
    }
    // One thread per direction, so that full buffers in one do not block the other.
    let back = Thread { [socket] in Connection.pass(from: other, to: socket) }
    Connection.pass(from: socket, to: other)
    back?.join()
    return .byClient
  }

  private static func pass(from source: Socket, to sink: Socket) {
    while let bytes = source.receive(), !bytes.isEmpty, sink.send(bytes) {}
    sink.finishSending()
  }
}

extension Answer {
  /// The status line without a reason, which nobody reads, and the headers. Without a length the body is chunked, unless the headers say
  /// otherwise.
  fileprivate func head(length: Int?) -> [UInt8] {
    var head = "HTTP/1.1 \(status) \r\n"
    for (name, value) in headers { head += "\(name): \(value)\r\n" }
    if header("Content-Length") == nil && header("Transfer-Encoding") == nil {
      if let length {
        if status != 204 && status != 304 { head += "Content-Length: \(length)\r\n" }
      } else {
        head += "Transfer-Encoding: chunked\r\n"
      }
    }
    return Array((head + "\r\n").utf8)
  }
}
