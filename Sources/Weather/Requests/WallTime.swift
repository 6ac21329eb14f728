import Diary

/// What a clock on the wall read, in a place whose time zone has to be known from elsewhere.
struct WallTime: Hashable {
  var day: Day
  /// Into the day.
  var second: Int

  /// Reads `2026-02-06T16:30`, with seconds or without, and with a space for the letter.
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

  /// - Parameter offset: In seconds east of Greenwich; `nil` in, `nil` out.
  func instant(offset: Int?) -> Instant? {
    guard let offset, (-86_400...86_400).contains(offset) else { return nil }
    return Instant(secondsSince1970: Int64(day.number) * 86_400 + Int64(second - offset))
  }
}

extension Instant {
  /// Seconds since 1970, in the years that have four digits.
  init?(epoch: Int?) {
    guard let epoch, (0...253_402_300_799).contains(epoch) else { return nil }
    self.init(secondsSince1970: Int64(epoch))
  }
}
