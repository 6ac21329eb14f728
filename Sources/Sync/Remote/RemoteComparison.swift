/// What a remote has, compared with what a device knows of it.
public struct RemoteComparison: Sendable {
  public enum State: Hashable, Sendable {
    /// It has what is known, and perhaps more.
    case continued
    /// Another device has purged something. Everything there is compared with what is here.
    case newEpoch
    /// The diary of someone else, or another one of the same person.
    case foreign
    /// Segments are missing that were there: the remote was restored from a copy.
    case wentBack
    /// Something else is in the place of a known segment, so that its texts may be missing.
    case changed
  }

  public struct Listed: Hashable, Sendable {
    public var name: SegmentName
    public var blob: String

    public init(name: SegmentName, blob: String) {
      self.name = name
      self.blob = blob
    }
  }

  public let state: State
  /// The segments to read, the oldest ones first.
  public let new: [Listed]
  /// The paths of known segments that are not there any more.
  public let removed: [String]

  /// - Parameters:
  ///   - known: the blobs of the segments that are known, by their paths; an empty one if it could not be
  ///     read.
  ///   - diary, epoch: those that are known.
  ///   - replaced: the segments that one of a device has replaced.
  public init(
    _ listed: [Listed], format: RemoteFormat, known: [String: String], diary: String,
    epoch: String, replaced: (Listed) -> ClosedRange<Int>?
  ) {
    let there = Set(listed.map(\.name.path))
    guard format.diary == diary else {
      (state, new, removed) = (.foreign, [], [])
      return
    }
    guard format.epoch == epoch else {
      (state, new, removed) = (.newEpoch, Self.inOrder(listed), Array(known.keys))
      return
    }
    let unread = listed.filter { known[$0.name.path] != $0.blob }
    let isChanged = unread.contains { known[$0.name.path]?.isEmpty == false }
    removed = known.keys.filter { !there.contains($0) }.sorted()
    // Nothing is lost with one that could not be read.
    var missing = removed.filter { known[$0]?.isEmpty == false }
      .compactMap { SegmentName(path: $0) }
    if !missing.isEmpty {
      for segment in unread {
        guard let range = replaced(segment) else { continue }
        missing.removeAll { $0.device == segment.name.device && range.contains($0.number) }
      }
    }
    // To find out what is missing, everything is read.
    new = Self.inOrder(missing.isEmpty && !isChanged ? unread : listed)
    state = missing.isEmpty ? (isChanged ? .changed : .continued) : .wentBack
  }

  private static func inOrder(_ listed: [Listed]) -> [Listed] {
    listed.sorted { ($0.name.number, $0.name.device) < ($1.name.number, $1.name.device) }
  }
}
