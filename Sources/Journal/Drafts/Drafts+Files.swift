import Platform
import Synchronization

// The files next to a draft: the copy, and the backup files that editors create.

extension Drafts {
  static func copy(of path: String) -> String { path.dropLast(".md".count) + ".kept" }

  static func recover(_ path: String) throws(FileError) {
    try DraftCopy.restore(path, from: copy(of: path))
    try takeEmergencyText(of: path)
  }

  /// nano saves to this file when its terminal is closed. That text is newer than the draft.
  private static func takeEmergencyText(of path: String) throws(FileError) {
    let emergency = path + ".save"
    guard let text = try? File.readRegular(emergency, limit: longest), !DraftCopy.isBlank(text)
    else { return }
    try File.writeAtomically(text, to: path)
    try File.remove(emergency)
  }

  /// The swap files of vim and Emacs, which these editors offer to recover when they open the file.
  static func hasSwapFile(of path: String) -> Bool {
    let folder = File.directory(of: path)
    let name = path.dropFirst(folder.utf8.count + 1)
    return File.exists("\(folder)/.\(name).swp") || File.exists("\(folder)/#\(name)#")
  }

  /// Removes a draft together with the files that editors created for it.
  static func remove(_ path: String, _ about: String) throws(FileError) {
    for file in try files(of: path) { try File.remove(file) }
    try File.remove(about)
  }

  /// Overwrites and removes the same files, for a text that is purged.
  static func erase(_ path: String, _ about: String) throws(FileError) {
    for file in try files(of: path) + [about] { try File.erase(file) }
  }

  private static func files(of path: String) throws(FileError) -> [String] {
    let folder = File.directory(of: path)
    // The random ID in the name belongs to no other draft.
    let name = path.dropFirst(folder.utf8.count + 1)
    let others = try File.listIfThere(folder).filter { $0.contains(name) && $0 != name }
    return [path, copy(of: path)] + others.map { "\(folder)/\($0)" }
  }
}

/// A copy of the last complete text that an editor saved to a draft, kept next to the draft while
/// the editor is open.
///
/// Most editors truncate a file before they write it, so that an editor that crashes leaves part of
/// the text or none. The copy is only replaced atomically.
public final class DraftCopy: Sendable {
  /// How often to check for changes, so that the copy is at most ten seconds old.
  public static let interval = Duration.seconds(3)

  private let path: String
  private let copy: String
  private let seen: Mutex<Seen>

  private struct Seen {
    var kept: Stamp
    /// The state of a text that is a prefix of the saved one: the editor may still be writing it.
    var growing: Stamp?
  }

  /// The modification time and the size of a file, to detect changes.
  private struct Stamp: Hashable {
    var modified: Int64?
    var size: Int?

    init(_ path: String) {
      modified = File.modified(path)
      size = File.size(path)
    }
  }

  init(of path: String, at copy: String) {
    self.path = path
    self.copy = copy
    seen = Mutex(Seen(kept: Stamp(path)))
  }

  /// Copies the draft if the editor has written it since the last call. Errors are ignored: the
  /// next call may succeed, and an error message would disturb the editor.
  public func update() {
    seen.withLock { seen in
      let stamp = Stamp(path)
      guard stamp != seen.kept, stamp.size != nil else { return }
      guard let bytes = try? File.readRegular(path, limit: Drafts.longest), Stamp(path) == stamp
      else {
        // The editor is writing the file right now.
        return
      }
      do {
        if let kept = try? File.readRegular(copy, limit: Drafts.longest),
          Self.isPart(bytes, of: kept), seen.growing != stamp
        {
          seen.growing = stamp
          return
        }
        if !Self.isBlank(bytes) { try File.writeAtomically(bytes, to: copy) }
        try File.makeDurable(path)
        seen = Seen(kept: stamp)
      } catch {}
    }
  }

  /// Restores the copy if the draft is empty or only a prefix of the copy.
  static func restore(_ path: String, from copy: String) throws(FileError) {
    guard let kept = try? File.readRegular(copy, limit: Drafts.longest) else { return }
    let left = (try? File.readRegular(path, limit: Drafts.longest)) ?? []
    guard isPart(left, of: kept) else { return }
    try File.writeAtomically(kept, to: path)
  }

  /// Whether the bytes are blank or only a prefix of `whole`.
  private static func isPart(_ bytes: [UInt8], of whole: [UInt8]) -> Bool {
    isBlank(bytes) || bytes.count < whole.count && whole.starts(with: bytes)
  }

  static func isBlank(_ bytes: [UInt8]) -> Bool {
    bytes.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
  }
}
