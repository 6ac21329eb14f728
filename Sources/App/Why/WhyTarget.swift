import Localization

/// What was asked about: a file, some of its lines, or a commit.
struct WhyTarget: Hashable {
  /// The text that was typed, or the part before the lines.
  var path: String
  /// The lines that were typed; `nil` for the whole file.
  var lines: ClosedRange<Int>?
  /// Whether `path` exists, or can be nothing else.
  var isPath: Bool

  /// A file, whatever its name is.
  init(file: String, lines: ClosedRange<Int>?) {
    path = file
    self.lines = lines
    isPath = true
  }

  /// Parses `FILE`, `FILE:LINE` or `FILE:FIRST-LAST`, also with a column, as compilers print it.
  /// A path that exists takes precedence, because names of files can have colons.
  init(_ typed: String, exists: (String) -> Bool) throws(Explanation) {
    path = typed
    isPath = exists(typed)
    guard !isPath, let (file, suffixes) = Self.split(typed) else { return }
    // `a:10:5` is line 10 of `a`, unless there is a file `a:10`.
    for suffix in suffixes.reversed() {
      let end = typed.utf8.index(typed.endIndex, offsetBy: -suffix.length)
      let path = String(typed[..<end])
      if exists(path) {
        try use(path, suffix.text, of: typed, exists: true)
        return
      }
    }
    guard let last = suffixes.first else { return }
    try use(file, last.text, of: typed, exists: false)
  }

  private mutating func use(
    _ path: String, _ numbers: String, of typed: String, exists: Bool
  ) throws(Explanation) {
    let ends = numbers.split(separator: "-").map { Int($0) ?? .max }
    guard let first = ends.first, let last = ends.last, first >= 1, first <= last else {
      throw Explanation(.whyLinesBad(typed: typed), hint: .whyHint, status: .usage)
    }
    (self.path, lines, isPath) = (path, first...last, exists)
  }

  /// The part before the lines, and the possible lines with the length of all that follows the path:
  /// first the one for a line with a column.
  private static func split(
    _ typed: String
  ) -> (path: String, suffixes: [(text: String, length: Int)])? {
    let parts = typed.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count >= 2, let last = parts.last, isNumbers(last) else { return nil }
    let length = last.utf8.count + 1
    var suffixes: [(text: String, length: Int)] = [(String(last), length)]
    let before = parts[parts.count - 2]
    if parts.count >= 3, isNumbers(before), !last.contains("-") {
      suffixes.insert((String(before), length + before.utf8.count + 1), at: 0)
    }
    let path = String(typed.utf8.dropLast(suffixes[0].length)) ?? ""
    return path.isEmpty ? nil : (path, suffixes)
  }

  /// Whether the text has the form `10` or `10-20`.
  private static func isNumbers(_ text: Substring) -> Bool {
    let numbers = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return (1...2).contains(numbers.count)
      && numbers.allSatisfy { number in
        !number.isEmpty && number.allSatisfy { (0x30...0x39).contains($0) }
      }
  }
}
