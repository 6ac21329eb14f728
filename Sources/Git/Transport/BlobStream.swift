/// The contents of blobs, one after the other.
public struct BlobStream: ~Copyable {
  private var stream: GitStream
  /// Larger blobs are skipped.
  private let largest: Int
  private var pending: [UInt8] = []

  init(_ stream: consuming GitStream, largest: Int) {
    self.stream = stream
    self.largest = largest
  }

  /// The next blob; `nil` if it is missing, too large or cannot be read.
  public mutating func next() throws(SyncRepository.Failure) -> [UInt8]? {
    guard let line = try take(until: UInt8(ascii: "\n")) else {
      throw .copy(detail: "git cat-file")
    }
    let words = String(decoding: line, as: UTF8.self).split(separator: " ")
    guard words.count == 3, let size = Int(words[2]) else { return nil }
    guard words[1] == "blob", size <= largest else {
      try skip(size + 1)
      return nil
    }
    pending.reserveCapacity(size + 1)
    while pending.count < size + 1 {
      guard let more = try read() else { throw .copy(detail: "git cat-file") }
      pending += more
    }
    let bytes = Array(pending[..<size])
    pending.removeFirst(size + 1)
    return bytes
  }

  private mutating func skip(_ count: Int) throws(SyncRepository.Failure) {
    var left = count
    while left > pending.count {
      left -= pending.count
      pending = []
      guard let more = try read() else { throw .copy(detail: "git cat-file") }
      pending = more
    }
    pending.removeFirst(left)
  }

  private mutating func take(until end: UInt8) throws(SyncRepository.Failure) -> [UInt8]? {
    while true {
      if let index = pending.firstIndex(of: end) {
        let line = Array(pending[..<index])
        pending.removeFirst(index + 1)
        return line
      }
      guard let more = try read() else { return nil }
      pending += more
    }
  }

  private mutating func read() throws(SyncRepository.Failure) -> [UInt8]? {
    do throws(GitError) { return try stream.next() } catch { throw .git(error) }
  }
}
