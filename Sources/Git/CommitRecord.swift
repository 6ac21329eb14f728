import Diary

/// A commit in the form in which this program asks git for it: four fields, each ended by a NUL,
/// which none of them can contain.
enum CommitRecord {
  static let fieldCount = 4

  /// The options that make `git log` write it, whatever the settings say.
  static let options = [
    "-z", "--format=%H%x00%ad%x00%an%x00%s", "--date=raw", "--encoding=UTF-8", "--no-color",
    "--no-mailmap", "--no-show-signature", "--no-notes", "--no-patch",
  ]

  /// Takes the record at the beginning of `bytes`, or `nil` where it is not all there yet.
  static func take(from bytes: inout ArraySlice<UInt8>) -> Commit? {
    var rest = bytes
    var fields: [ArraySlice<UInt8>] = []
    while fields.count < fieldCount {
      guard let end = rest.firstIndex(of: 0) else { return nil }
      fields.append(rest[..<end])
      rest = rest[(end + 1)...]
    }
    bytes = rest
    return Commit(
      sha: String(decoding: fields[0], as: UTF8.self),
      subject: String(decoding: fields[3], as: UTF8.self),
      author: String(decoding: fields[2], as: UTF8.self), date: moment(fields[1]))
  }

  /// Reads `1700000000 +0900`. What a broken commit has instead is the beginning of time, not a
  /// reason to show nothing of it.
  static func moment(_ text: ArraySlice<UInt8>) -> Moment {
    let words = text.split(separator: UInt8(ascii: " "))
    guard let seconds = words.first.flatMap({ Int64(String(decoding: $0, as: UTF8.self)) }) else {
      return Moment(Instant(secondsSince1970: 0), offset: 0)
    }
    // The years 1 to 9999: no other has a calendar here.
    let known = min(max(seconds, -62_135_510_400), 253_402_214_400)
    let offset = words.count > 1 ? offset(words[1]) : 0
    return Moment(Instant(secondsSince1970: known), offset: offset)
  }

  private static func offset(_ text: ArraySlice<UInt8>) -> Int {
    guard text.count == 5, let number = Int(String(decoding: text, as: UTF8.self)),
      abs(number) < 2400, abs(number) % 100 < 60
    else { return 0 }
    return (number / 100 * 60 + number % 100) * 60
  }
}
