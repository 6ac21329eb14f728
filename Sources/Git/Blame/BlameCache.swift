import Synchronization

/// The blames of whole files, for a process that asks about the same ones again: git needs seconds for a file
/// with a long history.
public final class BlameCache: Sendable {
  struct Key: Hashable {
    /// The folder of the clone that its working trees share.
    var clone: String
    /// The commit of `HEAD`.
    var head: String
    var path: String
    var ignored: [String]
  }

  /// More files are not kept.
  private static let limit = 20

  private let blames = Mutex<[(key: Key, blame: HeadBlame)]>([])

  public init() {}

  func blame(_ key: Key) -> HeadBlame? {
    blames.withLock { blames in blames.first { $0.key == key }?.blame }
  }

  func keep(_ blame: HeadBlame, as key: Key) {
    blames.withLock { blames in
      blames.removeAll { $0.key.clone == key.clone && $0.key.path == key.path }
      blames.append((key, blame))
      if blames.count > Self.limit { blames.removeFirst() }
    }
  }
}

/// What git says about the lines of a file in `HEAD`.
struct HeadBlame: Sendable {
  var records: BlameRecords
  /// Whether the settings of the clone could not be used.
  var isWithoutSettings: Bool
}
