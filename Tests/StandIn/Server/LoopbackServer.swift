/// A server of HTTP/1.1 on 127.0.0.1 that answers as a test wants, and remembers what it was asked.
///
/// It has threads of its own, one a connection, so that a client may block whatever it likes.
public final class LoopbackServer: Sendable {
  private let listener: Socket
  private let log = Watched(ServerLog())
  public let port: Int

  /// - Parameter answering: is called on the thread of the connection, for several at once.
  public init(answering: @escaping @Sendable (IncomingRequest) -> Answer) throws {
    listener = try Socket.listening()
    port = listener.port
    let started = Thread.detach { [listener, log] in
      LoopbackServer.accept(on: listener, log: log, answering: answering)
    }
    guard started else { throw LoopbackError(errno: 11) }
  }

  deinit { stop() }

  /// `http://127.0.0.1:PORT`
  public var url: String { "http://127.0.0.1:\(port)" }

  /// In the order of arrival.
  public var requests: [IncomingRequest] { log.read(\.requests) }

  /// Accepted so far.
  public var connections: Int { log.read(\.connections) }

  /// How many of them their client has ended, in the middle of an answer or after it.
  public var closedByClient: Int { log.read(\.closedByClient) }

  /// Connections that stand now.
  public var open: Int { log.read(\.open.count) }

  /// Forgets the requests so far; the numbers of connections go on.
  public func forgetRequests() { log.change { $0.requests = [] } }

  /// Ends every connection, and accepts no more. What was recorded stays.
  public func stop() {
    listener.shutDown()
    log.change { log in
      log.isStopped = true
      for socket in log.open.values { socket.shutDown() }
    }
  }

  private static func accept(
    on listener: Socket, log: Watched<ServerLog>,
    answering: @escaping @Sendable (IncomingRequest) -> Answer
  ) {
    while let socket = listener.accept() {
      guard let number = log.change({ $0.admit(socket) }) else { return }
      let connection = Connection(socket: socket, number: number, answering: answering, log: log)
      let started = Thread.detach {
        let end = connection.serve()
        // Told to the client before it is told to the tests; a reset comes by closing alone.
        if end != .byReset { connection.socket.shutDown() }
        log.change { $0.dismiss(number, end) }
      }
      if !started { log.change { $0.dismiss(number, .byServer) } }
    }
  }
}

extension LoopbackServer {
  /// Waits until so many requests have come, and says whether they have.
  public func waitUntil(requests count: Int, within limit: Duration = .seconds(60)) async -> Bool {
    await wait(within: limit) { $0.requests.count >= count }
  }

  /// Waits until clients have ended so many connections, and says whether they have.
  public func waitUntil(
    closedByClient count: Int, within limit: Duration = .seconds(60)
  ) async -> Bool {
    await wait(within: limit) { $0.closedByClient >= count }
  }

  /// Waits until a request has come of which this holds, and says whether one has.
  public func waitUntil(
    within limit: Duration = .seconds(60),
    aRequest isMeant: @escaping @Sendable (IncomingRequest) -> Bool
  ) async -> Bool {
    await wait(within: limit) { $0.requests.contains(where: isMeant) }
  }

  /// For tests that are not `async`: blocks the thread.
  public func blockUntil(requests count: Int, within limit: Duration = .seconds(60)) -> Bool {
    log.wait(atMost: limit) { $0.requests.count >= count }
  }

  /// For tests that are not `async`: blocks the thread.
  public func blockUntil(closedByClient count: Int, within limit: Duration = .seconds(60)) -> Bool {
    log.wait(atMost: limit) { $0.closedByClient >= count }
  }

  private func wait(
    within limit: Duration, until condition: @escaping @Sendable (ServerLog) -> Bool
  ) async -> Bool {
    await withCheckedContinuation { continuation in
      let started = Thread.detach { [log] in
        continuation.resume(returning: log.wait(atMost: limit, until: condition))
      }
      if !started { continuation.resume(returning: false) }
    }
  }
}

/// What a server remembers.
struct ServerLog: Sendable {
  var requests: [IncomingRequest] = []
  /// Said to their end.
  var answers = 0
  var connections = 0
  var closedByClient = 0
  var open: [Int: Socket] = [:]
  var isStopped = false

  /// Its number; `nil` where it came too late.
  mutating func admit(_ socket: Socket) -> Int? {
    guard !isStopped else { return nil }
    connections += 1
    open[connections] = socket
    return connections
  }

  mutating func dismiss(_ number: Int, _ end: Connection.End) {
    open[number] = nil
    if end == .byClient && !isStopped { closedByClient += 1 }
  }
}
