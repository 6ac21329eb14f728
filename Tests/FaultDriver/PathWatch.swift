import Glibc

/// Detects whether a name in a folder was moved, removed or created since the watch began.
struct PathWatch: ~Copyable {
  private let descriptor: Int32
  private let name: String

  /// `nil` if the folder does not exist.
  init?(folder: String, name: String) {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    let events = UInt32(IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_CREATE)
    guard inotify_add_watch(descriptor, folder, events) >= 0 else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
    self.name = name
  }

  deinit { close(descriptor) }

  /// The events for the name, in order.
  func events() -> [String] {
    var found: [String] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return found }
      buffer[..<count].withUnsafeBytes { bytes in
        var place = 0
        while place < bytes.count {
          let event = bytes.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
          let start = place + MemoryLayout<inotify_event>.size
          place = start + Int(event.len)
          let name = String(decoding: bytes[start..<place].prefix { $0 != 0 }, as: UTF8.self)
          if name == self.name { found.append(Self.word(event.mask)) }
        }
      }
    }
  }

  private static func word(_ mask: UInt32) -> String {
    switch Int32(bitPattern: mask) {
    case let mask where mask & Int32(IN_MOVED_FROM) != 0: "moved away"
    case let mask where mask & Int32(IN_MOVED_TO) != 0: "replaced"
    case let mask where mask & Int32(IN_DELETE) != 0: "removed"
    default: "made"
    }
  }
}
