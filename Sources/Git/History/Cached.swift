import Diary

/// A value that the journal keeps for this module as bytes. A type lists its fields once, for
/// writing and for reading.
protocol Cached {
  /// A value whose fields are read next.
  init()
  mutating func code(with coder: inout CacheCoder)
}

/// The version of all types that are kept. It is raised when one of them changes.
private let version: UInt64 = 5

extension Cached {
  var encoded: [UInt8] {
    var (coder, version, value) = (CacheCoder(), version, self)
    coder.code(&version)
    coder.code(&value)
    return coder.bytes
  }

  /// `nil` if the bytes are damaged or of another version. What they contain is read again then.
  init?(decoding bytes: [UInt8]) {
    self.init()
    var (coder, known) = (CacheCoder(reading: bytes), UInt64(0))
    coder.code(&known)
    guard known == version else { return nil }
    coder.code(&self)
    guard coder.isComplete else { return nil }
  }
}

/// Appends fields to its bytes, or reads them from there.
struct CacheCoder {
  private(set) var bytes: [UInt8] = []
  fileprivate private(set) var isReading = false
  fileprivate var isDamaged = false
  private var position = 0

  /// Whether exactly these bytes were read.
  var isComplete: Bool { !isDamaged && position == bytes.count }

  mutating func code(_ value: inout some Cached) { value.code(with: &self) }

  mutating func code(_ number: inout UInt64) {
    if isReading {
      number = take(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    } else {
      bytes += (0..<8).lazy.map { [number] in UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
  }

  mutating func code(_ field: inout [UInt8]) {
    var count = UInt64(field.count)
    code(&count)
    if isReading { field = Array(take(count)) } else { bytes += field }
  }

  private mutating func take(_ count: UInt64) -> ArraySlice<UInt8> {
    guard count <= bytes.count - position else {
      (isDamaged, position) = (true, bytes.count)
      return []
    }
    defer { position += Int(count) }
    return bytes[position..<position + Int(count)]
  }
}

extension CacheCoder {
  init(reading bytes: [UInt8]) {
    self.bytes = bytes
    isReading = true
  }
}

extension UInt64: Cached {
  mutating func code(with coder: inout CacheCoder) { coder.code(&self) }
}

extension Bool: Cached {
  mutating func code(with coder: inout CacheCoder) {
    var number: UInt64 = self ? 1 : 0
    coder.code(&number)
    self = number == 1
  }
}

extension String: Cached {
  mutating func code(with coder: inout CacheCoder) {
    var field = Array(utf8)
    coder.code(&field)
    if coder.isReading { self = String(decoding: field, as: UTF8.self) }
  }
}

extension Optional: Cached where Wrapped: Cached {
  init() { self = nil }

  mutating func code(with coder: inout CacheCoder) {
    var isThere = self != nil
    coder.code(&isThere)
    if coder.isReading { self = isThere ? Wrapped() : nil }
    if isThere { self?.code(with: &coder) }
  }
}

extension Array: Cached where Element: Cached {
  mutating func code(with coder: inout CacheCoder) {
    var count = UInt64(count)
    coder.code(&count)
    if coder.isReading {
      for _ in 0..<count where !coder.isDamaged {
        append(Element())
        self[endIndex - 1].code(with: &coder)
      }
    } else {
      for var element in self { element.code(with: &coder) }
    }
  }
}

extension PackedCommits: Cached {
  init() { self.init([]) }

  mutating func code(with coder: inout CacheCoder) {
    var field = coder.isReading ? [] : bytes
    coder.code(&field)
    guard coder.isReading else { return }
    if let read = PackedCommits(bytes: field) { self = read } else { coder.isDamaged = true }
  }
}
