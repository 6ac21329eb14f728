import Platform
import Synchronization

/// An HTTP/1.1 server on 127.0.0.1 whose responses a test chooses. It records the requests.
///
/// Every connection has its own thread, so a handler may block.
public final class LoopbackServer: Sendable {
  private let listener: Socket
  private let log = Watched(ServerLog())
  public let port: Int

  /// - Parameter answering: called on the thread of each connection, so possibly concurrently.
  public init(answering: @escaping @Sendable (IncomingRequest) -> Answer) throws {
    listener = try Socket.listening()
    port = listener.port
    let error = Thread.detached { [listener, log] in
      LoopbackServer.accept(on: listener, log: log, answering: answering)
    }
    if let error { throw LoopbackError(errno: error.rawValue) }
  }

  deinit { stop() }

  /// For example `http://127.0.0.1:PORT`.
  public var url: String { "http://127.0.0.1:\(port)" }

  /// In order of arrival.
  public var requests: [IncomingRequest] { log.read(\.requests) }

  /// The number of connections accepted so far.
  public var connections: Int { log.read(\.connections) }

  /// The number of connections that the client closed, during a response or after it.
  public var closedByClient: Int { log.read(\.closedByClient) }

  /// Removes the recorded requests. The numbers of connections continue.
  public func forgetRequests() { log.change { $0.requests = [] } }

  /// Closes every connection and accepts no more. What was recorded remains.
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
      let error = Thread.detached {
        let end = connection.serve()
        // The client learns of the end before the tests do. A reset needs no shutdown.
        if end != .byReset { connection.socket.shutDown() }
        log.change { $0.dismiss(number, end) }
      }
      if error != nil { log.change { $0.dismiss(number, .byServer) } }
    }
  }
}

extension LoopbackServer {
  /// Waits for this many requests, and returns whether they have arrived.
  public func waitUntil(requests count: Int, within limit: Duration = .seconds(60)) async -> Bool {
    await wait(within: limit) { $0.requests.count >= count }
  }

  /// Waits until clients have closed this many connections, and returns whether they have.
  public func waitUntil(
    closedByClient count: Int, within limit: Duration = .seconds(60)
  ) async -> Bool {
    await wait(within: limit) { $0.closedByClient >= count }
  }

  /// Waits for a matching request, and returns whether one has arrived.
  public func waitUntil(
    within limit: Duration = .seconds(60),
    aRequest isMeant: @escaping @Sendable (IncomingRequest) -> Bool
  ) async -> Bool {
    await wait(within: limit) { $0.requests.contains(where: isMeant) }
  }

  /// Blocks the thread, for tests that are not `async`.
  public func blockUntil(requests count: Int, within limit: Duration = .seconds(60)) -> Bool {
    log.wait(atMost: limit) { $0.requests.count >= count }
  }

  /// Blocks the thread, for tests that are not `async`.
  public func blockUntil(closedByClient count: Int, within limit: Duration = .seconds(60)) -> Bool {
    log.wait(atMost: limit) { $0.closedByClient >= count }
  }

  private func wait(
    within limit: Duration, until condition: @escaping @Sendable (ServerLog) -> Bool
  ) async -> Bool {
    await withCheckedContinuation { continuation in
      let error = Thread.detached { [log] in
        continuation.resume(returning: log.wait(atMost: limit, until: condition))
      }
      if error != nil { continuation.resume(returning: false) }
    }
  }
}

/// The records of a server.
struct ServerLog: Sendable {
  var requests: [IncomingRequest] = []
  /// The number of complete responses.
  var answers = 0
  var connections = 0
  var closedByClient = 0
  var open: [Int: Socket] = [:]
  var isStopped = false

  /// The number of the connection; `nil` if the server is stopped.
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

/// A value that several threads change and that any of them can wait for.
final class Watched<Value: Sendable>: Sendable {
  private let value: Mutex<Value>

  init(_ value: Value) { self.value = Mutex(value) }

  func read<Result: Sendable>(_ look: (Value) -> Result) -> Result { value.withLock { look($0) } }

  func change<Result: Sendable>(_ change: (inout Value) -> Result) -> Result {
    value.withLock { change(&$0) }
  }

  /// Waits until `condition` holds, and returns whether it did within `limit`.
  func wait(atMost limit: Duration, until condition: (Value) -> Bool) -> Bool {
    let end = ContinuousClock.now + limit
    while !read(condition) {
      guard ContinuousClock.now < end else { return false }
      Pause.milliseconds(1)
    }
    return true
  }
}
