public import Platform

/// The hook `post-rewrite` of a clone. Git passes the ids of amended and rebased commits to it.
public struct RewriteHook: Hashable, Sendable {
  private static let name = "post-rewrite"
  fileprivate static let previousName = "post-rewrite.before-commitdiary"
  private static let newName = ".post-rewrite.new-commitdiary"
  private static let limit = 1 << 20

  /// The folder of hooks, which may be a link.
  private let folder: String

  /// - Parameter commonDirectory: the git folder that all working trees of the clone share.
  public init(commonDirectory: String) {
    folder = commonDirectory + "/hooks"
  }

  public var path: String { "\(folder)/\(Self.name)" }
  /// The hook that was there before, if there was one. It keeps its contents and its permissions.
  public var previousPath: String { "\(folder)/\(Self.previousName)" }

  public enum State: Hashable, Sendable {
    case missing
    /// The hook belongs to the user or to another program.
    case foreign
    case installed
    case changed
  }

  public var state: State {
    get throws(HookError) {
      guard let bytes = try contents() else {
        return File.kind(of: path) == nil ? .missing : .foreign
      }
      switch HookScript.kind(of: bytes) {
      case .foreign: return .foreign
      case .ours: return .installed
      case .changed: return .changed
      }
    }
  }

  public var hasPrevious: Bool { File.kind(of: previousPath) != nil }

  /// The contents of the hook; `nil` if it is missing, or a link whose target is missing.
  private func contents() throws(HookError) -> [UInt8]? {
    guard File.exists(path) else { return nil }
    do {
      return try File.readRegular(path, limit: Self.limit)
    } catch {
      switch error.code {
      case .invalid: throw .irregular(file: path)
      // A program of that size is not a script of ours.
      case .tooBig: return []
      default: throw .failed(error)
      }
    }
  }

  // MARK: Installing

  /// Installs the hook. A hook that is there is kept under another name, and is run by the new one.
  ///
  /// - Returns: whether something was changed.
  public func install(running program: String) throws(HookError) -> Bool {
    let old = try contents()
    switch try state {
    case .changed: throw .changed(file: path)
    case .missing: return try write(program, keepsHook: false)
    case .installed:
      let made = HookScript.madeFolder(old ?? [])
      let script = HookScript.postRewrite(running: program, madeFolder: made)
      if old == script.bytes { return false }
      return try attempt { () throws(FileError) in
        try File.writeAtomically(script.bytes, to: path, permissions: 0o755)
        return true
      }
    case .foreign: return try write(program, keepsHook: true)
    }
  }

  private func write(_ program: String, keepsHook: Bool) throws(HookError) -> Bool {
    if hasPrevious, !keepsHook || !isSameFile { throw .occupied(file: previousPath) }
    return try attempt { () throws(FileError) in
      let madeFolder = File.kind(of: folder) == nil
      try File.makeDirectory(folder, permissions: 0o755)
      removeLeftovers()
      let script = HookScript.postRewrite(running: program, madeFolder: madeFolder)
      let new = "\(folder)/\(Self.newName)"
      try File.writeAtomically(script.bytes, to: new, permissions: 0o755)
      do throws(FileError) {
        if keepsHook { try keepHook() }
        try File.move(new, to: path)
      } catch {
        try? File.remove(new)
        throw error
      }
      return true
    }
  }

  /// Gives the hook a second name, so that there is a hook at any time.
  private func keepHook() throws(FileError) {
    if hasPrevious { return }
    do throws(FileError) {
      try File.link(path, as: previousPath)
    } catch {
      // Some file systems have no hard links.
      guard error.code == .notPermitted || error.code == .notSupported else { throw error }
      try File.move(path, to: previousPath)
    }
  }

  /// Whether both names are of one file, because the program was killed in between.
  private var isSameFile: Bool {
    guard let one = FileState(of: path), let other = FileState(of: previousPath) else {
      return false
    }
    return one.device == other.device && one.inode == other.inode
  }

  // MARK: Removing

  /// Removes the hook, and gives the previous one its name back.
  ///
  /// - Returns: whether something was changed.
  public func remove() throws(HookError) -> Bool {
    removeLeftovers()
    switch try state {
    case .missing: return false
    case .foreign:
      // An installation that was interrupted has left the second name of the hook.
      guard isSameFile else { return false }
      return try attempt { () throws(FileError) in
        try File.remove(previousPath)
        return true
      }
    case .changed: throw .changed(file: path)
    case .installed: break
    }
    let madeFolder = HookScript.madeFolder(try contents() ?? [])
    return try attempt { () throws(FileError) in
      if hasPrevious {
        try File.move(previousPath, to: path)
      } else {
        try File.remove(path)
        if madeFolder { File.removeEmptyDirectory(folder) }
      }
      return true
    }
  }

  /// Removes the files that an installation has left behind because it was killed.
  private func removeLeftovers() {
    try? File.eraseUnfinished(in: folder)
    try? File.remove("\(folder)/\(Self.newName)")
  }

  private func attempt<Value>(_ work: () throws(FileError) -> Value) throws(HookError) -> Value {
    do throws(FileError) { return try work() } catch { throw .failed(error) }
  }
}

/// Why a hook was neither installed nor removed.
public enum HookError: Error, Hashable {
  /// The setting `core.hooksPath` names another folder, whose hooks git runs instead.
  case elsewhere(folder: String)
  /// The hook was changed after it was installed.
  case changed(file: String)
  /// The name under which the previous hook is kept is in use.
  case occupied(file: String)
  /// The hook is a folder, a pipe or a device.
  case irregular(file: String)
  case failed(FileError)
}

/// A shell script that git runs as a hook, with a checksum in its last line, so that a changed
/// script is recognized.
///
/// It is a shell script and not this program, so that the hook that was there before still runs if the
/// program was removed.
struct HookScript: Hashable {
  let text: String

  private static let beginning = """
    #!/bin/sh
    # A hook of commitdiary. To remove it: commitdiary hook remove

    """
  private static let lastLine = "# commitdiary: "

  var bytes: [UInt8] { Array(text.utf8) }

  private init(_ lines: String) {
    let text = Self.beginning + lines
    self.text = text + Self.lastLine + Self.checksum(of: Array(text.utf8)) + "\n"
  }

  private static func checksum(of bytes: some Sequence<UInt8>) -> String {
    String(Fingerprint(of: bytes).value, radix: 16)
  }

  enum Kind: Hashable {
    case foreign
    case ours
    /// A script of this program that was changed.
    case changed
  }

  static func kind(of bytes: [UInt8]) -> Kind {
    guard bytes.starts(with: beginning.utf8) else { return .foreign }
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard lines.count > 2, lines.last?.isEmpty == true else { return .changed }
    let last = String(decoding: lines[lines.count - 2], as: UTF8.self)
    return last == lastLine + checksum(of: bytes[..<lines[lines.count - 2].startIndex])
      ? .ours : .changed
  }

  /// Whether the script is the reason for which the folder was made.
  static func madeFolder(_ bytes: [UInt8]) -> Bool {
    bytes.split(separator: 0x0A).contains { $0.elementsEqual(folderLine.utf8) }
  }

  private static let folderLine = "# The folder was made for this hook."

  private static func quoted(_ path: String) -> String {
    "'" + path.replacing("'", with: "'\\''") + "'"
  }

  /// The hook `post-rewrite` of a clone. It passes the rewritten commits on to the program, then runs
  /// the hook that was there before, with the same input, and ends with its status.
  static func postRewrite(running program: String, madeFolder: Bool) -> HookScript {
    HookScript(
      (madeFolder ? folderLine + "\n" : "") + """
        program=\(quoted(program))
        [ -x "$program" ] || program=commitdiary
        pairs=$(cat && echo .)
        pairs=${pairs%.}
        printf '%s' "$pairs" | "$program" hook record >/dev/null 2>&1
        previous=${0%/*}/\(RewriteHook.previousName)
        if [ -f "$previous" ] && [ -x "$previous" ]; then
          printf '%s' "$pairs" | "$previous" "$@"
        fi

        """)
  }
}
