public import Platform

/// The hooks for all clones of the user: a folder with a script for every hook of git, and the
/// setting `core.hooksPath` in the user's git configuration.
///
/// The setting replaces the hooks of each clone, so every script runs the hook of the clone with the
/// same name.
public struct GlobalHooks: Sendable {
  public let folder: String
  private let environment: Environment

  /// - Parameter folder: the absolute path of a folder that only this program uses.
  public init(in folder: String, environment: Environment) {
    self.folder = folder
    self.environment = environment
  }

  /// The hook that records rewritten commits.
  public var path: String { "\(folder)/post-rewrite" }

  /// The folder of hooks outside of clones, if it is set.
  public func configuredFolder() throws(HookError) -> String? {
    do throws(GitError) {
      let program = GitProgram(in: "/", environment: environment).ignoringLocalVariables()
      let result = try program.run(["config", "--list", "-z"])
      guard result.status.isSuccess else {
        throw GitError(errorOutput: result.errorOutput, path: userFile)
      }
      return GitConfiguration(listing: result.output).hooksPath
    } catch {
      throw .git(error)
    }
  }

  /// Whether a folder of hooks is the one of this program.
  public func isOurs(_ configured: String) -> Bool {
    let path = File.expandingHome(configured, environment: environment)
    return path == folder || (File.realPath(path) ?? path) == File.realPath(folder)
  }

  public func isInstalled() throws(HookError) -> Bool {
    try configuredFolder().map(isOurs) ?? false
  }

  // MARK: Installing and removing

  /// - Returns: whether something was changed.
  public func install(running program: String) throws(HookError) -> Bool {
    let configured = try configuredFolder()
    if let configured, !isOurs(configured) {
      throw .managed(by: "core.hooksPath", file: configured)
    }
    let script = HookScript.everyHook(running: program)
    let outdated = HookScript.names.filter { name in
      (try? File.readRegular("\(folder)/\(name)", limit: 1 << 20)) != script.bytes
    }
    do throws(FileError) {
      try File.makeDirectory(folder)
      for name in outdated {
        try File.writeAtomically(script.bytes, to: "\(folder)/\(name)", permissions: 0o755)
      }
      guard configured == nil else { return !outdated.isEmpty }
      let block = SettingBlock(hooksIn: folder)
      let old = try contents()
      try File.makeDirectory(File.directory(of: target), permissions: 0o755)
      try File.write(block.added(to: old), to: target)
      return true
    } catch {
      throw .failed(error)
    }
  }

  /// - Returns: whether something was changed.
  public func remove() throws(HookError) -> Bool {
    var hasChanged = false
    do throws(FileError) {
      if let bytes = try contents(), let rest = SettingBlock.removed(from: bytes) {
        if rest.isNewFile {
          try File.remove(target)
        } else {
          try File.write(rest.bytes, to: target)
        }
        hasChanged = true
      }
    } catch {
      throw .failed(error)
    }
    // A setting that the user has changed still needs the scripts.
    guard try !isInstalled() else { throw .changed(file: userFile) }
    do throws(FileError) {
      for name in HookScript.names {
        let file = "\(folder)/\(name)"
        guard let bytes = try? File.readRegular(file, limit: 1 << 20),
          HookScript.kind(of: bytes) == .ours
        else { continue }
        try File.remove(file)
        hasChanged = true
      }
    } catch {
      throw .failed(error)
    }
    File.removeEmptyDirectory(folder)
    return hasChanged
  }

  // MARK: The configuration of the user

  /// The file to which `git config --global` writes.
  private var userFile: String {
    if let file = environment.nonEmpty("GIT_CONFIG_GLOBAL") { return file }
    let home = environment.nonEmpty("HOME") ?? "/"
    let usual = home + "/.gitconfig"
    let other = (environment.nonEmpty("XDG_CONFIG_HOME") ?? home + "/.config") + "/git/config"
    return !File.exists(usual) && File.exists(other) ? other : usual
  }

  private var target: String { File.followingLinks(userFile) }

  private func contents() throws(FileError) -> [UInt8]? {
    File.exists(target) ? try File.readRegular(target, limit: 16 << 20) : nil
  }
}

/// The lines in a configuration file of git that set the folder of hooks, between two markers. The
/// first marker says what else has to be undone: a line break before it, or the whole file.
private struct SettingBlock {
  private enum Origin: String, CaseIterable {
    case lines = "# >>> commitdiary hook >>>\n"
    case afterLineBreak = "# >>> commitdiary hook (line break added) >>>\n"
    case newFile = "# >>> commitdiary hook (new file) >>>\n"
  }

  private static let setting = "[core]\n\thooksPath = "
  private static let end = "\n# <<< commitdiary hook <<<\n"

  private let folder: String

  init(hooksIn folder: String) {
    self.folder = folder
  }

  func added(to bytes: [UInt8]?) -> [UInt8] {
    let origin: Origin =
      switch bytes?.last {
      case _ where bytes == nil: .newFile
      case nil, 0x0A: .lines
      default: .afterLineBreak
      }
    let value = folder.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    let lineBreak = origin == .afterLineBreak ? "\n" : ""
    let block = "\(lineBreak)\(origin.rawValue)\(Self.setting)\"\(value)\"\(Self.end)"
    return (bytes ?? []) + Array(block.utf8)
  }

  /// The file without the block; `nil` if it has none, or if the block was changed.
  static func removed(from bytes: [UInt8]) -> (bytes: [UInt8], isNewFile: Bool)? {
    for origin in Origin.allCases {
      let beginning = Array((origin.rawValue + setting).utf8)
      guard let start = position(of: beginning, in: bytes[...]),
        let last = position(of: Array(end.utf8), in: bytes[(start + beginning.count)...]),
        !bytes[(start + beginning.count)..<last].contains(0x0A)
      else { continue }
      let blockEnd = last + end.utf8.count
      let hasLineBreak = origin == .afterLineBreak && start > 0 && bytes[start - 1] == 0x0A
      // What follows the block needs the line break.
      let first = hasLineBreak && blockEnd == bytes.count ? start - 1 : start
      let rest = Array(bytes[..<first] + bytes[blockEnd...])
      return (rest, origin == .newFile && rest.isEmpty)
    }
    return nil
  }

  private static func position(of part: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.indices.first { bytes[$0...].starts(with: part) }
  }
}
