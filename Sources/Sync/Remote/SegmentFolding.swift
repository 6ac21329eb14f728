/// Folding: a device replaces its oldest small segments by one, so that neither the number of files nor
/// the time of a join grows with every exchange.
public enum SegmentFolding {
  /// How many segments are folded at once.
  public static let count = 256
  /// A larger segment is not folded again.
  public static let smallSize = Segment.fullSize / 4

  /// The segments of a device to fold; empty while there are few.
  public static func due(
    _ listed: [(name: SegmentName, size: Int)], of device: String
  ) -> [SegmentName] {
    let small = listed.filter { $0.name.device == device && $0.size < smallSize }
      .map(\.name).sorted { $0.number < $1.number }
    return small.count > count ? Array(small.prefix(count)) : []
  }

  /// The segments that replace others, with the lines of these.
  public static func folded(
    _ segments: [Segment], numbers: ClosedRange<Int>, by device: Segment
  ) -> [Segment] {
    // What was put aside was news to those who have read it.
    let lines = segments.flatMap(\.lines).filter { if case .putAside = $0 { false } else { true } }
    var folded = Segment.segments(
      of: lines, device: device.device, name: device.name,
      sentAt: device.sentAt)
    if !folded.isEmpty { folded[folded.count - 1].replaced = numbers }
    return folded
  }
}
