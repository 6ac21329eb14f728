public import Arguments
import Localization
public import Platform

/// The start file of a shell, in which `setup` adds and removes its lines.
///
/// The file is replaced in one step, keeps its permissions, and stays a symbolic link if it is one.
public struct StartFile: Sendable {
  public let shell: Shell
  public let path: String

  private static let limit = 16 << 20

  public init(of shell: Shell, in environment: Environment) {
    self.shell = shell
    path = shell.startFile(in: environment)
  }

  private var target: String { File.followingLinks(path) }

  private func text() throws -> StartFileText {
    guard File.exists(target) else { return StartFileText(nil) }
    do {
      return StartFileText(try File.readRegular(target, limit: Self.limit))
    } catch {
      throw Explanation(.startFileUnusable(path: path, reason: error.reasonNotRead))
    }
  }

  /// Whether the lines of a feature have been added.
  public func has(_ feature: ShellFeature) throws -> Bool {
    try text().contains(shell.lines(for: feature))
  }

  /// The lines that `add` would write, with the markers if they are new.
  public func lines(adding feature: ShellFeature) throws -> [String] {
    try text().lines(adding: shell.lines(for: feature))
  }

  public func add(_ feature: ShellFeature) throws {
    var text = try text()
    text.add(shell.lines(for: feature))
    try File.makeDirectory(File.directory(of: target), permissions: 0o755)
    try File.write(text.bytes, to: target)
  }

  /// Removes all lines that were added. Returns `false` if there were none.
  public func undo() throws -> Bool {
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
