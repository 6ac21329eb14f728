import Diary

/// The path of a segment: `devices/DEVICE/00000012`.
public struct SegmentName: Hashable, Sendable {
  /// The ID of the device that wrote it, in hexadecimal digits.
  public var device: String
  /// Increases by one with each segment of a device.
  public var number: Int

  public init(device: String, number: Int) {
    self.device = device
    self.number = number
  }

  public init?(path: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "devices", !parts[1].isEmpty, parts[2].utf8.count == 8,
      parts[2].utf8.allSatisfy(\.isASCIIDigit), let number = Int(parts[2]), number > 0
    else { return nil }
    self.init(device: String(parts[1]), number: number)
  }

  public var path: String {
    let digits = String(number)
    return "devices/\(device)/" + String(repeating: "0", count: max(0, 8 - digits.count)) + digits
  }
}
