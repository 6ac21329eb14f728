import Diary

/// Parses a diff in git's format, as far as it is shown: a limited number of lines, and of each line
/// the beginning.
struct DiffParser {
  static let lineLimit = 2000
  static let byteLimit = 256 << 10
  /// The length of a line in bytes.
  static let lengthLimit = 1000
  /// How much is read, of which long lines are dropped.
  static let readLimit = 8 << 20

  private var diff = FileDiff()
  private var line: [UInt8] = []
  private var isLineCut = false
  private var isInHunk = false
  private var size = 0
  private var read = 0

  /// Whether nothing more is shown.
  private(set) var isFull = false

  mutating func feed(_ bytes: [UInt8]) {
    read += bytes.count
    var rest = bytes[...]
    while !isFull, let end = rest.firstIndex(of: 0x0A) {
      extend(by: rest[..<end])
      take()
      rest = rest[(end + 1)...]
    }
    if isFull { return }
    extend(by: rest)
    isFull = read > Self.readLimit
  }

  /// The diff, after all of it was read.
  consuming func whole() -> FileDiff {
    if !isFull { take() }
    diff.isCut = isFull
    return diff
  }

  /// The diff, if there may be more.
  consuming func beginning() -> FileDiff {
    diff.isCut = true
    return diff
  }

  private mutating func extend(by bytes: ArraySlice<UInt8>) {
    isLineCut = isLineCut || line.count + bytes.count > Self.lengthLimit
    line += bytes.prefix(Self.lengthLimit - line.count)
  }

  private mutating func take() {
    defer {
      line = []
      isLineCut = false
    }
    guard let first = line.first, let kind = kind(first) else { return }
    if diff.lines.count == Self.lineLimit || size > Self.byteLimit {
      isFull = true
      return
    }
    let hasSign = kind != .hunk
    diff.lines.append(FileDiff.Line(kind, text(hasSign ? line.dropFirst() : line[...])))
    size += line.count
  }

  /// The kind of the current line; `nil` if it is not shown. All lines of a hunk begin with a sign,
  /// so that no line of a file is mistaken for a header.
  private mutating func kind(_ first: UInt8) -> FileDiff.Line.Kind? {
    switch first {
    case UInt8(ascii: "@"):
      isInHunk = true
      return .hunk
    case UInt8(ascii: " ") where isInHunk: return .context
    case UInt8(ascii: "+") where isInHunk: return .added
    case UInt8(ascii: "-") where isInHunk: return .removed
    case UInt8(ascii: "\\") where isInHunk: return .remark
    default:
      isInHunk = false
      if line.starts(with: "Binary files ".utf8) { diff.isBinary = true }
      return nil
    }
  }

  private func text(_ bytes: ArraySlice<UInt8>) -> String {
    guard isLineCut else { return String(decoding: bytes, as: UTF8.self) }
    // The last character, which may be incomplete, is left out.
    let end = bytes.lastIndex { $0 & 0xC0 != 0x80 } ?? bytes.endIndex
    return String(decoding: bytes[..<end], as: UTF8.self) + "…"
  }
}
