import Platform
import Synchronization

/// The last whole text that an editor has written to a draft, kept beside it while the editor is
/// open.
///
/// Most editors make their file empty before they write it, and one that dies there leaves half a
/// text or none. A copy is only ever replaced as a whole.
public final class DraftCopy: Sendable {
  /// How often to look, so that nothing is older than ten seconds.
  public static let interval = Duration.seconds(3)

  private let path: String
  private let copy: String
  private let seen: Mutex<Seen>

  private struct Seen {
    var kept: Stamp
    /// Of a text that is the beginning of the one before: it may still be growing.
    var growing: Stamp?
  }

  /// What tells whether a file was written since.
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

  /// Makes durable what was written since the last time. What cannot be kept now may be the next
  /// time: nobody is told in the middle of a sentence.
  public func update() {
    seen.withLock { seen in
      let stamp = Stamp(path)
      guard stamp != seen.kept, stamp.size != nil else { return }
      guard let bytes = try? File.readRegular(path, limit: Drafts.longest), Stamp(path) == stamp
      else {
        // It is being written just now.
        return
      }
      do {
        if let kept = try? File.readRegular(copy, limit: Drafts.longest),
          Self.isLess(bytes, than: kept), seen.growing != stamp
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

  /// Puts the copy back where the draft was left without a text, or with no more than its beginning.
  static func restore(_ path: String, from copy: String) throws(FileError) {
    guard let kept = try? File.readRegular(copy, limit: Drafts.longest) else { return }
    let left = (try? File.readRegular(path, limit: Drafts.longest)) ?? []
    guard isLess(left, than: kept) else { return }
    try File.writeAtomically(kept, to: path)
  }

  /// Whether it is no text, or no more than the beginning of `whole`.
  private static func isLess(_ bytes: [UInt8], than whole: [UInt8]) -> Bool {
    isBlank(bytes) || bytes.count < whole.count && whole.starts(with: bytes)
  }

  static func isBlank(_ bytes: [UInt8]) -> Bool {
    bytes.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
  }
}
