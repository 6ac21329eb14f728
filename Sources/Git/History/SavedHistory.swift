public import Diary

/// The commits of one author in a clone, and the state of the clone from which they were read. If it
/// has not changed, there is nothing to update.
public struct SavedHistory: Hashable, Sendable {
  public var commits = PackedCommits()
  /// The commits that no remote on `host` is known to have; `nil` if they were not determined.
  var unpushed: PackedCommits?
  /// `nil` if the files may have changed while they were read.
  var stamp: HistoryStamp?
  var settings = CloneSettings()
  /// The addresses of the author as requested, before a mailmap is applied, or a part of the name.
  var requestedAuthors: [String] = []
  /// `requestedAuthors`, with the addresses that a mailmap maps them to.
  var matchedAuthors: [String] = []
  var mailmap = Mailmap()
  /// A hash of the shallow file, the grafts and the replacement references.
  var boundary: UInt64 = 0
  var references: UInt64 = 0
  var tips = PackedNames()
  /// Whether no commit is older than its parents, by committer date. Only then is git reliable when
  /// it excludes one part of the history from another.
  var isChronological = true
  /// The host whose remotes determine which commits are pushed.
  var host: String?
  /// The remotes on this host.
  var remotes: [String] = []
}

extension SavedHistory: Cached {
  mutating func code(with coder: inout CacheCoder) {
    coder.code(&commits)
    coder.code(&unpushed)
    coder.code(&stamp)
    coder.code(&settings)
    coder.code(&requestedAuthors)
    coder.code(&matchedAuthors)
    coder.code(&mailmap)
    coder.code(&boundary)
    coder.code(&references)
    coder.code(&tips)
    coder.code(&isChronological)
    coder.code(&host)
    coder.code(&remotes)
  }

  /// For the journal.
  public var bytes: [UInt8] { encoded }

  public init?(bytes: [UInt8]) { self.init(decoding: bytes) }
}
