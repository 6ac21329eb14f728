import Glibc

/// A TCP socket on the loopback interface, closed when it is no longer referenced. Any thread may
/// shut it down, which ends every call that waits on it.
final class Socket: Sendable {
  private let number: Int32

  private init(owning number: Int32) { self.number = number }

  deinit { close(number) }

  /// Listens on a port that the kernel chooses.
  static func listening() throws(LoopbackError) -> Socket {
    let socket = try Socket.new()
    guard Socket.at(0, { bind(socket.number, $0, $1) }) == 0, listen(socket.number, 4096) == 0
    else { throw LoopbackError(errno: errno) }
    return socket
  }

  static func connected(toPort port: Int) throws(LoopbackError) -> Socket {
    let socket = try Socket.new()
    guard let port = UInt16(exactly: port) else { throw LoopbackError(errno: EINVAL) }
    guard Socket.at(port, { connect(socket.number, $0, $1) }) == 0 else {
      throw LoopbackError(errno: errno)
    }
    socket.sendAtOnce()
    return socket
  }

  /// Passes an address on 127.0.0.1 to a call.
  private static func at(
    _ port: UInt16, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        call($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  private static func new() throws(LoopbackError) -> Socket {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let number = socket(AF_INET, kind, 0)
    guard number >= 0 else { throw LoopbackError(errno: errno) }
    return Socket(owning: number)
  }

  /// The next connection; `nil` after a shutdown.
  func accept() -> Socket? {
    while true {
      // `accept4` is not available in Swift. A child process that is started in between closes
      // inherited descriptors.
      let number = Glibc.accept(number, nil, nil)
      if number >= 0 {
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        let socket = Socket(owning: number)
        socket.sendAtOnce()
        return socket
      }
      if errno != EINTR && errno != ECONNABORTED { return nil }
    }
  }

  /// The local port.
  var port: Int {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) {
      _ = $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(number, $0, &length)
      }
    }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  /// Received data of at most `limit` bytes; empty at the end, `nil` after an error.
  func receive(atMost limit: Int = 65_536) -> [UInt8]? {
    var broken = false
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      while true {
        let result = recv(number, buffer.baseAddress, limit, 0)
        if result < 0 && errno == EINTR { continue }
        broken = result < 0
        count = max(0, result)
        return
      }
    }
    return broken ? nil : bytes
  }

  /// Sends all bytes, and returns whether the connection is still open.
  func send(_ bytes: some Collection<UInt8>, moreFollows: Bool = false) -> Bool {
    let flags = Int32(MSG_NOSIGNAL) | (moreFollows ? Int32(MSG_MORE) : 0)
    let sent = bytes.withContiguousStorageIfAvailable { send($0, flags) }
    return sent ?? send(Array(bytes), moreFollows: moreFollows)
  }

  private func send(_ bytes: UnsafeBufferPointer<UInt8>, _ flags: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: rest))
      let result = Glibc.send(number, part.baseAddress, part.count, flags)
      if result < 0 && errno == EINTR { continue }
      guard result > 0 else { return false }
      rest = rest.dropFirst(result)
    }
    return true
  }

  /// Waits for a time, or for ever. Returns `false` as soon as the peer disconnects or this socket
  /// is shut down.
  func pause(_ duration: Duration?) -> Bool {
    let end = duration.map { ContinuousClock.now + $0 }
    while true {
      var left: Int32 = -1
      if let end {
        let (seconds, attoseconds) = (end - ContinuousClock.now).components
        let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
        // Rounded up, so that the pause is not too short.
        left = Int32(clamping: attoseconds > 0 || seconds > 0 ? milliseconds + 1 : 0)
        if left == 0 { return true }
      }
      var watched = pollfd(fd: number, events: Self.hangUp, revents: 0)
      if poll(&watched, 1, left) > 0 { return false }
    }
  }

  /// `POLLRDHUP`, which is not available in Swift: the peer has closed its sending direction.
  private static let hangUp: Int16 = 0x2000

  /// Shuts down both directions, which ends every call that waits on either.
  func shutDown() { Glibc.shutdown(number, Int32(SHUT_RDWR)) }

  /// Shuts down the sending direction.
  func finishSending() { Glibc.shutdown(number, Int32(SHUT_WR)) }

  /// Makes closing the socket reset the connection, as after a crash.
  func resetWhenClosed() {
    var setting = linger(l_onoff: 1, l_linger: 0)
    setsockopt(number, SOL_SOCKET, SO_LINGER, &setting, socklen_t(MemoryLayout<linger>.size))
  }

  private func sendAtOnce() {
    var on: Int32 = 1
    setsockopt(number, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
  }
}

/// Why a socket could not be created.
public struct LoopbackError: Error, Hashable {
  public var errno: Int32
}
