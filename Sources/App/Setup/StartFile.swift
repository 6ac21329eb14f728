package import Arguments
import Context
import Localization
package import Platform

/// The start file of a shell, in which `setup` adds and removes its lines.
///
/// The file is replaced in one step, keeps its permissions, and stays a symbolic link if it is one.
package struct StartFile: Sendable {
  package let shell: Shell
  package let path: String

  private static let limit = 16 << 20

  package init(of shell: Shell, in environment: Environment) {
    self.shell = shell
    path = shell.startFile(in: environment)
  }

  private var target: String { File.followingLinks(path) }

  private func text() throws -> StartFileText {
    guard File.exists(target) else { return StartFileText(nil) }
    do {
      return StartFileText(try File.readRegular(target, limit: Self.limit))
    } catch {
      throw Explanation(.fileFailed(path: path, reason: error.reasonNotRead))
    }
  }

  /// Whether the lines of a feature have been added.
  package func has(_ feature: ShellFeature) throws -> Bool {
    try text().contains(shell.lines(for: feature))
  }

  package func add(_ feature: ShellFeature) throws {
    var text = try text()
    text.add(shell.lines(for: feature))
    try File.makeDirectory(File.directory(of: target), permissions: 0o755)
    try File.write(text.bytes, to: target)
  }

  /// Removes all lines that were added. Returns `false` if there were none.
  package func undo() throws -> Bool {
    var text = try text()
    let known = Set(ShellFeature.allCases.flatMap { shell.lines(for: $0) })
    let (isFound, isEmpty) = text.removeBlocks(known: known)
    guard isFound else { return false }
    if isEmpty {
      try File.remove(target)
    } else {
      try File.write(text.bytes, to: target)
    }
    return true
  }
}

/// The text of a shell's start file, as lines of bytes, because it may have any encoding.
///
/// The lines of `setup` are between two markers. The first marker also says what else has
/// to be undone: a line break that was added before it, or the whole file.
struct StartFileText {
  private enum Origin: String, CaseIterable {
    case lines = "# >>> commitdiary setup >>>"
    case afterLineBreak = "# >>> commitdiary setup (line break added) >>>"
    case newFile = "# >>> commitdiary setup (new file) >>>"
  }

  private static let end = "# <<< commitdiary setup <<<"

  private var lines: [ArraySlice<UInt8>]
  private let exists: Bool

  /// - Parameter bytes: the contents of the file; `nil` if it does not exist.
  init(_ bytes: [UInt8]?) {
    exists = bytes != nil
    lines = (bytes ?? []).split(separator: 0x0A, omittingEmptySubsequences: false)
  }

  var bytes: [UInt8] { Array(lines.joined(separator: [0x0A])) }

  // MARK: The block

  /// A line as text, without the carriage return that some editors add.
  private static func text(_ line: ArraySlice<UInt8>) -> String {
    String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
  }

  private func origin(at index: Int) -> Origin? { Origin(rawValue: Self.text(lines[index])) }

  private func isEnd(_ index: Int) -> Bool { Self.text(lines[index]) == Self.end }

  /// The first block from `start` on, with its markers. A block whose end marker is missing ends
  /// at the first line that `setup` cannot have added.
  private func block(from start: Int = 0, known: Set<String>) -> Range<Int>? {
    guard let first = lines.indices.dropFirst(start).first(where: { origin(at: $0) != nil })
    else { return nil }
    let rest = lines.indices.dropFirst(first + 1)
    let next = rest.first { origin(at: $0) != nil || isEnd($0) }
    if let next, isEnd(next) { return first..<next + 1 }
    let foreign = rest.first { !known.contains(Self.text(lines[$0])) } ?? lines.endIndex
    return first..<foreign
  }

  /// Whether all of these lines are in a block.
  func contains(_ added: [String]) -> Bool {
    var start = 0
    while let block = block(from: start, known: Set(added)) {
      let texts = lines[block].map(Self.text)
      if added.allSatisfy(texts.contains) { return true }
      start = block.upperBound
    }
    return false
  }

  // MARK: Changes

  private var newOrigin: Origin {
    guard exists else { return .newFile }
    return lines.last?.isEmpty == false ? .afterLineBreak : .lines
  }

  /// Adds lines to the block, which is at the end of the file if it does not exist yet.
  mutating func add(_ added: [String]) {
    if let block = block(known: Set(added)), isEnd(block.upperBound - 1) {
      let place = block.upperBound - 1
      return lines.insert(contentsOf: added.map { ArraySlice($0.utf8) }, at: place)
    }
    let block = [newOrigin.rawValue] + added + [Self.end, ""]
    if lines.last?.isEmpty == true { lines.removeLast() }
    lines += block.map { ArraySlice($0.utf8) }
  }

  /// Removes the markers and the known lines between them. What the user has written there stays.
  ///
  /// - Parameter known: all lines that `setup` adds for this shell.
  /// - Returns: whether there was a block, and whether the file should be removed with it.
  mutating func removeBlocks(known: Set<String>) -> (isFound: Bool, isEmpty: Bool) {
    var isFound = false
    var wasNew = false
    while let block = block(known: known) {
      isFound = true
      let origin = origin(at: block.lowerBound)
      if origin == .newFile { wasNew = true }
      let kept = lines[block].filter { line in
        let text = Self.text(line)
        return text != Self.end && Origin(rawValue: text) == nil && !known.contains(text)
      }
      lines.replaceSubrange(block, with: kept)
      let rest = lines[block.lowerBound...]
      if origin == .afterLineBreak, rest.count == 1, rest.allSatisfy(\.isEmpty) {
        // Nothing follows, so the line break before the block is not needed.
        lines.removeLast()
      } else if origin == .lines, rest.isEmpty, !lines.isEmpty {
        // The block was the end of the file, but its last line break has been removed.
        lines.append([])
      }
    }
    return (isFound, wasNew && lines.allSatisfy(\.isEmpty) && lines.count <= 1)
  }
}
