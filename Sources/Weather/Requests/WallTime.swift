import Diary

/// A local time without a time zone.
struct WallTime: Hashable {
  var day: Day
  /// Seconds since the start of the day.
  var second: Int

  /// Parses `2026-02-06T16:30`, with or without seconds, and with a `T` or a space.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 16 || bytes.count == 19, let day = Day(iso: text.prefix(10)),
      bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " "),
      let hour = Int(digits: bytes[11..<13]), hour < 24, bytes[13] == UInt8(ascii: ":"),
      let minute = Int(digits: bytes[14..<16]), minute < 60
    else { return nil }
    self.day = day
    second = hour * 3600 + minute * 60
    if bytes.count == 19 {
      guard bytes[16] == UInt8(ascii: ":"), let seconds = Int(digits: bytes[17...]), seconds <= 60
      else { return nil }
      second += seconds
    }
  }

  /// - Parameter offset: Seconds east of Greenwich; if `nil`, the result is `nil` too.
  func instant(offset: Int?) -> Instant? {
    guard let offset, (-86_400...86_400).contains(offset) else { return nil }
    return Instant(secondsSince1970: Int64(day.number) * 86_400 + Int64(second - offset))
  }
}
